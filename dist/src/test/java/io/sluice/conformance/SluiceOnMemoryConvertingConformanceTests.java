package io.sluice.conformance;

/** The same with collections that leave their header row after a few elements. */
class SluiceOnMemoryConvertingConformanceTests extends SluiceOnMemoryConformanceTests {

    @Override
    protected String[] settings() {
        return new String[] {"--packed-max-bytes", "200"};
    }

    @Override
    protected int defaultSequences() {
        return 100;
    }
}
