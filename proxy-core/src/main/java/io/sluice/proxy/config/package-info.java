/**
 * Sluice's settings: one table, from which the parser, the command line, CONFIG GET, SET and REWRITE, the configuration
 * file, the documentation and {@code --help} are derived.
 */
@NullMarked
package io.sluice.proxy.config;

import org.jspecify.annotations.NullMarked;
