package io.sluice.proxy.type.sort;

import static io.sluice.proxy.text.RealRedis.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SortPatternTest {
    private static String key(String pattern, String element) {
        return new String(
                SortPattern.of(bytes(pattern)).keyName(bytes(element)), java.nio.charset.StandardCharsets.ISO_8859_1);
    }

    private static byte[] field(String pattern) {
        return SortPattern.of(bytes(pattern)).field();
    }

    @Test
    void theElementTakesThePlaceOfTheFirstAsterisk() {
        assertThat(key("*", "e")).isEqualTo("e");
        assertThat(key("a*", "e")).isEqualTo("ae");
        assertThat(key("a*b*c", "e")).isEqualTo("aeb*c");
        assertThat(key("*a", "")).isEqualTo("a");
        assertThat(field("a*b")).isNull();
    }

    @Test
    void anArrowBehindTheAsteriskNamesAField() {
        assertThat(key("a*b->f", "e")).isEqualTo("aeb");
        assertThat(field("a*b->f")).isEqualTo(bytes("f"));
        assertThat(field("a*->f->g")).isEqualTo(bytes("f->g"));
        assertThat(key("x->*", "e")).isEqualTo("x->e");
        assertThat(field("x->*")).isNull();
        assertThat(key("x->*->f", "e")).isEqualTo("x->e");
        assertThat(key("a*->", "e")).isEqualTo("ae->");
        assertThat(field("a*->")).isNull();
    }

    @Test
    void aZeroByteEndsTheSearch() {
        assertThat(SortPattern.of(bytes("a\0*")).isConstant()).isTrue();
        assertThat(key("a*\0->f", "e")).isEqualTo("ae\0->f");
        assertThat(field("a*\0->f")).isNull();
        assertThat(key("a*->\0f", "e")).isEqualTo("ae->\0f");
        assertThat(field("a*->f\0g")).isEqualTo(bytes("f\0g"));
    }

    @Test
    void elementsAndConstants() {
        assertThat(SortPattern.of(bytes("#")).isElement()).isTrue();
        assertThat(SortPattern.of(bytes("#\0x")).isElement()).isTrue();
        assertThat(SortPattern.of(bytes("##")).isElement()).isFalse();
        assertThat(SortPattern.of(bytes("")).isElement()).isFalse();
        assertThat(SortPattern.of(bytes("#")).isConstant()).isTrue();
        assertThat(SortPattern.of(bytes("nosort")).isConstant()).isTrue();
        assertThat(SortPattern.of(bytes("*")).isConstant()).isFalse();
    }
}
