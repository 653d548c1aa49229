package io.sluice.kv;

/** A row of a scan. The value is empty when only keys were asked for. */
public record Row(byte[] key, byte[] value) {}
