package io.sluice.proxy.type.hash;

/** What is wanted of each entry of a hash. */
public enum HashPart {
    FIELDS,
    VALUES,
    BOTH;

    public boolean hasFields() {
        return this != VALUES;
    }

    public boolean hasValues() {
        return this != FIELDS;
    }
}
