package io.sluice.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

class ChartTest {
    private static Document parse(String svg) throws ParserConfigurationException, IOException, SAXException {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    @Test
    void drawsABarForEachRowAndAMarkForItsFloor() throws ParserConfigurationException, IOException, SAXException {
        List<Row> rows = List.of(
                new Row("GET", "requests/s", Sample.of(10), Sample.of(9), Target.SINGLE),
                new Row("a <b> & c", "requests/s", Sample.of(10), Sample.of(1), Target.SINGLE),
                new Row("free", "requests/s", Sample.of(10), Sample.of(50), Target.NONE));
        Document svg = parse(new BarChart("a & b").draw(rows));
        // and the background
        assertThat(svg.getElementsByTagName("rect").getLength()).isEqualTo(4);
        assertThat(svg.getDocumentElement().getTextContent()).contains("a <b> & c", "0.90", "0.10", "5.00");
    }

    @Test
    void drawsALineForEachSeries() throws ParserConfigurationException, IOException, SAXException {
        String drawn = new LineChart("by size", List.of("64 B", "1 KiB"))
                .line("SET", List.of(1.0, 2.0))
                .line("GET", List.of(3.0, Double.NaN))
                .draw();
        assertThat(parse(drawn).getElementsByTagName("polyline").getLength()).isEqualTo(2);
        assertThat(drawn).doesNotContain("NaN");
    }
}
