/** The shape of a setting, so that a backend declares its own in the one table of settings. */
@NullMarked
package io.sluice.kv.config;

import org.jspecify.annotations.NullMarked;
