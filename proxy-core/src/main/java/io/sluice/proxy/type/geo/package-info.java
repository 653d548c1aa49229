/** Positions on the earth: their 52-bit geohashes, distances, and the ranges of geohashes that a search has to read. */
@NullMarked
package io.sluice.proxy.type.geo;

import org.jspecify.annotations.NullMarked;
