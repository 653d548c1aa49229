package io.sluice.bench.run;

import java.util.List;
import java.util.Locale;

/** The ratios of rows as bars, with the floor of each as a mark, in SVG. */
final class BarChart {
    private static final int LEFT = 290;
    private static final int WIDTH = 860;
    private static final int RIGHT = 800;
    private static final int LINE = 24;
    private static final int TOP = 50;
    private static final double TOP_RATIO = 1.4;

    private final String title;

    BarChart(String title) {
        this.title = title;
    }

    String draw(List<Row> rows) {
        int bottom = TOP + LINE * rows.size();
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                        + " font-size=\"13\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n"
                        + "<text x=\"%d\" y=\"20\" font-size=\"15\">%s</text>%n",
                WIDTH,
                bottom + 30,
                10,
                Svg.escape(title)));
        for (double ratio = 0; ratio <= TOP_RATIO + 0.01; ratio += 0.2) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<path d=\"M%.1f %dV%d\" stroke=\"%s\"/><text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.1f</text>%n",
                    x(ratio),
                    TOP - 8,
                    bottom,
                    Math.abs(ratio - 1) < 0.01 ? "#888" : "#ddd",
                    x(ratio),
                    bottom + 18,
                    ratio));
        }
        for (int i = 0; i < rows.size(); i++) {
            bar(svg, rows.get(i), TOP + LINE * i);
        }
        return svg.append("</svg>\n").toString();
    }

    private static void bar(StringBuilder svg, Row row, int y) {
        double end = x(Math.min(TOP_RATIO, row.ratio()));
        String colour = row.verdict().equals("FAIL") ? "#c8553d" : "#3c896d";
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>"
                        + "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>"
                        + "<text x=\"%.1f\" y=\"%d\">%.2f</text>%n",
                LEFT - 8,
                y + 13,
                Svg.escape(row.name()),
                LEFT,
                y,
                end - LEFT,
                LINE - 7,
                colour,
                end + 5,
                y + 13,
                row.ratio()));
        if (row.target().kind() == Target.Kind.RATIO_AT_LEAST) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<path d=\"M%.1f %dv%d\" stroke=\"black\" stroke-width=\"2\"/>%n",
                    x(row.target().floor()),
                    y - 2,
                    LINE - 3));
        }
    }

    private static double x(double ratio) {
        return LEFT + (RIGHT - LEFT) * ratio / TOP_RATIO;
    }
}
