package io.sluice.bench.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Figures over steps at even distances, in SVG. */
final class LineChart {
    private static final int WIDTH = 860;
    private static final int HEIGHT = 420;
    private static final int LEFT = 80;
    private static final int RIGHT = 640;
    private static final int TOP = 50;
    private static final int BOTTOM = 370;
    private static final String[] COLOURS = {"#1b6ca8", "#c8553d", "#3c896d", "#8a5a9e"};

    private final String title;
    private final List<String> steps;
    private final Map<String, List<Double>> lines = new LinkedHashMap<>();

    LineChart(String title, List<String> steps) {
        this.title = title;
        this.steps = steps;
    }

    LineChart line(String name, List<Double> figures) {
        lines.put(name, figures);
        return this;
    }

    String draw() {
        double top = lines.values().stream()
                .flatMap(List::stream)
                .mapToDouble(Double::doubleValue)
                .filter(Double::isFinite)
                .max()
                .orElse(1);
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                        + " font-size=\"13\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n"
                        + "<text x=\"10\" y=\"20\" font-size=\"15\">%s</text>%n",
                WIDTH,
                HEIGHT,
                Svg.escape(title)));
        for (int i = 0; i <= 4; i++) {
            double y = y(top * i / 4, top);
            svg.append(String.format(
                    Locale.ROOT,
                    "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>%n",
                    LEFT,
                    y,
                    RIGHT,
                    LEFT - 8,
                    y + 4,
                    Row.number(top * i / 4)));
        }
        for (int i = 0; i < steps.size(); i++) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>%n",
                    x(i),
                    BOTTOM + 20,
                    Svg.escape(steps.get(i))));
        }
        int index = 0;
        for (Map.Entry<String, List<Double>> line : lines.entrySet()) {
            draw(svg, line.getKey(), line.getValue(), top, index++);
        }
        return svg.append("</svg>\n").toString();
    }

    private void draw(StringBuilder svg, String name, List<Double> figures, double top, int index) {
        String colour = COLOURS[index % COLOURS.length];
        StringBuilder points = new StringBuilder();
        for (int i = 0; i < figures.size(); i++) {
            if (Double.isFinite(figures.get(i))) {
                points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(i), y(figures.get(i), top)));
            }
        }
        svg.append(String.format(
                Locale.ROOT,
                "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>"
                        + "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>%n",
                points,
                colour,
                RIGHT + 15,
                TOP + 15 + 22 * index,
                colour,
                Svg.escape(name)));
    }

    private double x(int step) {
        return LEFT + (RIGHT - LEFT) * (step + 0.5) / steps.size();
    }

    private static double y(double figure, double top) {
        return BOTTOM - (BOTTOM - TOP) * figure / top;
    }
}
