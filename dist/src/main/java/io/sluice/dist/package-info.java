/** The program itself: the command line, the backends that are there, the log, and how it ends. */
@NullMarked
package io.sluice.dist;

import org.jspecify.annotations.NullMarked;
