package io.sluice.encoding;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Generates Redis keys and elements: mostly short, often around the length where they no longer stand whole. */
final class Names {
    private Names() {}

    static Arbitrary<byte[]> any() {
        Arbitrary<byte[]> shortOnes = bytes(0, 40);
        Arbitrary<byte[]> aroundTheLimit = bytes(1022, 1042);
        Arbitrary<byte[]> runs = Arbitraries.integers()
                .between(0, 1100)
                .flatMap(length -> Arbitraries.of(0, 1, 127, 128, 255).map(with -> Interesting.filled(length, with)));
        return Arbitraries.oneOf(shortOnes, aroundTheLimit, runs);
    }

    static Arbitrary<byte[]> longOnes() {
        return bytes(1025, 3000);
    }

    private static Arbitrary<byte[]> bytes(int min, int max) {
        return Arbitraries.bytes().array(byte[].class).ofMinSize(min).ofMaxSize(max);
    }
}
