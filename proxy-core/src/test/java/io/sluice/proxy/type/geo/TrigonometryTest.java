package io.sluice.proxy.type.geo;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;

class TrigonometryTest {
    private static final MathContext EXACT = new MathContext(60);
    /** What may be missing to the nearest double, in units of its last bit: half of one, and a very little. */
    private static final double ROUNDED = 0.5005;

    @Property
    void sineAndCosineAreRoundedToTheNearest(@ForAll @Scale(15) @DoubleRange(min = -3.2, max = 3.2) double x) {
        assertNearest(Trigonometry.sin(x), sine(x));
        assertNearest(Trigonometry.cos(x), cosine(x));
    }

    @Property
    void soTheyAreOfSmallAngles(@ForAll @Scale(15) @DoubleRange(min = -1e-4, max = 1e-4) double x) {
        assertNearest(Trigonometry.sin(x), sine(x));
        assertNearest(Trigonometry.cos(x), cosine(x));
    }

    @Property
    void theSinesOfTheArcSinesNeighboursEncloseTheArgument(@ForAll @Scale(15) @DoubleRange(min = 0, max = 1) double x) {
        assertArcSine(x);
    }

    @Property
    void soTheyDoNearOne(@ForAll @Scale(15) @DoubleRange(min = 0.999999, max = 1) double x) {
        assertArcSine(x);
    }

    @Test
    void theEnds() {
        assertThat(Trigonometry.sin(0)).isZero();
        assertThat(Trigonometry.cos(0)).isEqualTo(1);
        assertThat(Trigonometry.sin(Math.PI)).isEqualTo(1.2246467991473532e-16);
        assertThat(Trigonometry.cos(Math.PI / 2)).isEqualTo(6.123233995736766e-17);
        assertThat(Trigonometry.asin(0)).isZero();
        assertThat(Trigonometry.asin(1)).isEqualTo(Math.PI / 2);
        assertThat(Trigonometry.asin(Math.nextUp(1.0))).isNaN();
    }

    @Test
    void whatTheRestOfAnAngleAddsIsCountedBehindItsStep() {
        assertNearest(Trigonometry.sin(0.890174282509367), sine(0.890174282509367));
        assertNearest(Trigonometry.cos(0.890174282509367), cosine(0.890174282509367));
    }

    @Test
    void hugeAnglesAreThoseOfTheJdk() {
        assertThat(Trigonometry.sin(1e22)).isEqualTo(StrictMath.sin(1e22));
        assertThat(Trigonometry.cos(-1e22)).isEqualTo(StrictMath.cos(-1e22));
    }

    private static void assertArcSine(double x) {
        double angle = Trigonometry.asin(x);
        double half = Math.ulp(angle) * ROUNDED;
        BigDecimal exact = new BigDecimal(x);
        BigDecimal middle = new BigDecimal(angle);
        if (x < 1) {
            assertThat(series(middle.subtract(new BigDecimal(half)), true)).isLessThanOrEqualTo(exact);
            assertThat(series(middle.add(new BigDecimal(half)), true)).isGreaterThanOrEqualTo(exact);
        }
    }

    private static void assertNearest(double rounded, BigDecimal exact) {
        BigDecimal off = exact.subtract(new BigDecimal(rounded)).abs();
        assertThat(off).isLessThanOrEqualTo(new BigDecimal(Math.ulp(rounded) * ROUNDED));
    }

    private static BigDecimal sine(double x) {
        return series(new BigDecimal(x), true);
    }

    private static BigDecimal cosine(double x) {
        return series(new BigDecimal(x), false);
    }

    private static BigDecimal series(BigDecimal x, boolean odd) {
        BigDecimal square = x.multiply(x, EXACT).negate();
        BigDecimal term = odd ? x : BigDecimal.ONE;
        BigDecimal sum = term;
        for (int n = odd ? 3 : 2; n < 80; n += 2) {
            term = term.multiply(square, EXACT).divide(BigDecimal.valueOf((long) n * (n - 1)), EXACT);
            sum = sum.add(term);
        }
        return sum;
    }
}
