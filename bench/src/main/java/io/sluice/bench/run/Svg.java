package io.sluice.bench.run;

/** Text in SVG. */
final class Svg {
    private Svg() {}

    static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
