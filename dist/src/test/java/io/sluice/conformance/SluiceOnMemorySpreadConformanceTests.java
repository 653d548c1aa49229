package io.sluice.conformance;

/** The same with every collection spread over rows of its own from its first element on. */
class SluiceOnMemorySpreadConformanceTests extends SluiceOnMemoryConformanceTests {

    @Override
    protected String[] settings() {
        return new String[] {"--packed-max-bytes", "0"};
    }

    @Override
    protected int defaultSequences() {
        return 100;
    }
}
