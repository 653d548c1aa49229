package io.sluice.bench.run;

/** A picture in SVG. @param name what its file is named, after the name of the table */
record Chart(String name, String svg) {}
