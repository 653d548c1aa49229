package io.sluice.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowTest {
    private static final Row GET =
            new Row("GET", "requests/s", new Sample(50_000, 10.25), new Sample(45_000.4, 20), Target.SINGLE);

    @Test
    void hasAsManyFieldsAsItsHead() {
        assertThat(GET.csv()).isEqualTo("GET,requests/s,50000,45000,0.9,0.8,0.95,pass,10.3,20");
        assertThat(GET.csv().split(",", -1)).hasSameSizeAs(Row.CSV_HEAD.split(","));
    }

    @Test
    void leavesEmptyWhatThereIsNot() {
        Row row = new Row("start", "s", Sample.MISSING, Sample.of(1.5), Target.START);
        assertThat(row.csv()).isEqualTo("start,s,,1.5,,2,0.7,pass,,");
        assertThat(row.markdown()).isEqualTo("| start | s |  | 1.5 |  | 2 | 0.7 | pass |  |  |");
        assertThat(Row.MARKDOWN_HEAD.lines()).allSatisfy(line -> assertThat(
                        line.chars().filter(c -> c == '|').count())
                .isEqualTo(row.markdown().chars().filter(c -> c == '|').count()));
    }

    @ParameterizedTest
    @CsvSource({"1234567.8,1234568", "123.45,123.5", "100,100", "1.2345,1.235", "0.5,0.5", "0,0", "NaN,''"})
    void writesNumbersAsLongAsTheySay(double number, String text) {
        assertThat(Row.number(number)).isEqualTo(text);
    }

    @Test
    void takesTheMedian() {
        assertThat(Sample.median(List.of(new Sample(3, 30), new Sample(1, 10), new Sample(2, 99))))
                .isEqualTo(new Sample(2, 30));
        assertThat(Sample.median(List.of(Sample.of(1), Sample.of(2))).value()).isEqualTo(1.5);
    }
}
