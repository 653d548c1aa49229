package io.sluice.proxy.type.hash;

/** What came of giving a field a time to expire at, or of taking it away. */
public enum FieldOutcome {
    /** There is no such field. */
    NO_FIELD(-2),
    /** The field has no time that could be taken away. */
    NO_TIME(-1),
    /** The condition does not hold. */
    NOT_ALLOWED(0),
    DONE(1),
    /** The time has come already, so the field was deleted. */
    DELETED(2);

    private final int code;

    FieldOutcome(int code) {
        this.code = code;
    }

    /** The number that Redis answers. */
    public int code() {
        return code;
    }
}
