package io.sluice.conformance;

/** The version of the protocol that a connection speaks. */
public enum Protocol {
    RESP2("2"),
    RESP3("3");

    private final String helloArgument;

    Protocol(String helloArgument) {
        this.helloArgument = helloArgument;
    }

    String helloArgument() {
        return helloArgument;
    }
}
