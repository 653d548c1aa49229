package io.sluice.proxy.resp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplyTest {
    @Test
    void lineEndsOfAnErrorAreDroppedAroundItAndBecomeSpacesInside() {
        assertThat(Reply.error("\r\nERR one\r\ntwo\n")).isEqualTo(Reply.error("ERR one  two"));
        assertThat(Reply.error("\r\n\r")).isEqualTo(Reply.error(""));
    }

    @Test
    void lineEndsOfAStatusBecomeSpaces() {
        assertThat(Reply.simple("a\r\nb\n")).isEqualTo(Reply.simple("a  b "));
    }

    @Test
    void anErrorKnowsItsCodeWord() {
        assertThat(((Reply.Err) Reply.error("WRONGTYPE Operation")).code()).isEqualTo("WRONGTYPE");
        assertThat(((Reply.Err) Reply.error("OOPS")).code()).isEqualTo("OOPS");
    }

    @Test
    void smallIntegersAreShared() {
        for (long value : new long[] {-2, -1, 0, 1, 1023}) {
            assertThat(Reply.integer(value)).isSameAs(Reply.integer(value));
            assertThat(((Reply.Int) Reply.integer(value)).value()).isEqualTo(value);
        }
        for (long value : new long[] {-3, 1024, Long.MIN_VALUE, Long.MAX_VALUE}) {
            assertThat(((Reply.Int) Reply.integer(value)).value()).isEqualTo(value);
        }
    }

    @Test
    void aPartOfAnArrayEqualsTheSameBytesAlone() {
        Reply part = Reply.bulk("xvaluey".getBytes(UTF_8), 1, 5);
        assertThat(part).isEqualTo(Reply.bulk("value")).hasSameHashCodeAs(Reply.bulk("value"));
        assertThat(((Reply.Bulk) part).toBytes()).isEqualTo("value".getBytes(UTF_8));
        assertThatThrownBy(() -> Reply.bulk(new byte[3], 1, 3)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void aListMayChangeAfterItsArrayIsMade() {
        List<Reply> list = new ArrayList<>(List.of(Reply.OK));
        Reply array = Reply.array(list);
        list.clear();
        assertThat(array).isEqualTo(Reply.array(Reply.OK)).isNotEqualTo(Reply.set(List.of(Reply.OK)));
    }

    @Test
    void whatWouldBreakTheFramingIsRefused() {
        assertThatThrownBy(() -> Reply.map(List.of(Reply.OK))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Reply.array(Reply.NONE)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Reply.array(Reply.sequence(List.of()))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Reply.verbatim("text", new byte[0])).isInstanceOf(IllegalArgumentException.class);
    }
}
