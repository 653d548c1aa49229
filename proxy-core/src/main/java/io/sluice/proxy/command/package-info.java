/** One row and one method per command: parses the arguments, calls the type, shapes the reply. */
@NullMarked
package io.sluice.proxy.command;

import org.jspecify.annotations.NullMarked;
