package io.sluice.encoding;

import org.jspecify.annotations.Nullable;

/**
 * The kind of a row: the first byte of its key. The numbers are fixed for ever; gaps are left for kinds to come.
 *
 * <p>The order is chosen for scans. Headers come first, so that a walk over the keys of a slot starts at its start. A slot's
 * small metadata stands together ({@link RowKeys#metadataRange()}, {@link #FENCE} to {@link #REGISTRY}), with {@link #EXPIRY} and
 * {@link #FIELDS_DUE} behind it, whose first rows tell what is due next: when a slot is taken over, one scan from {@link #REDO_HEAD}
 * on reads all that its owner must know. The {@link #SEAL}s, as many as there were owners, are before that. Redo parts are
 * bulk, and so lie outside the metadata. All numbers are below 0x80, so that every range has an end.
 */
public final class RowKind {
    /** A key: its type, its expiry, and its value while that is small. */
    public static final byte HEADER = 0x08;
    /** A hash field, a set member, or a sorted set's member with its score. */
    public static final byte ELEMENT = 0x10;
    /** A sorted set's member in order of score. */
    public static final byte SCORE = 0x18;
    /** A part of a node of a sorted set's rank tree: the counts that answer ranks. */
    public static final byte RANK_COUNT = 0x20;
    /** The fields of a hash in order of expiry time. */
    public static final byte FIELD_EXPIRY = 0x28;
    /** Consecutive elements of a list. */
    public static final byte LIST_CHUNK = 0x30;
    /** A node of the tree that counts a list's elements. */
    public static final byte LIST_NODE = 0x34;
    /** A piece of a large string. */
    public static final byte STRING_CHUNK = 0x38;
    /** A piece of a large value inside a collection. */
    public static final byte VALUE_CHUNK = 0x40;
    /** A piece of a change that is larger than one batch. */
    public static final byte REDO_PART = 0x48;
    /** The store's format and hash seed; one row, in slot 0. */
    public static final byte STORE = 0x50;
    /** Who owns the slot, and in which epoch. */
    public static final byte FENCE = 0x54;
    /** The end of an epoch. */
    public static final byte SEAL = 0x58;
    /** What makes redo parts effective. */
    public static final byte REDO_HEAD = 0x5C;
    /** Which generation each database has in this slot. */
    public static final byte DATABASES = 0x60;
    /** What is dropped and still has rows. */
    public static final byte RECLAIM = 0x64;
    /** The large collections of the slot. */
    public static final byte REGISTRY = 0x68;
    /** Keys in order of expiry time. */
    public static final byte EXPIRY = 0x70;
    /** Hashes in order of the time at which their next field expires. */
    public static final byte FIELDS_DUE = 0x74;

    private RowKind() {}

    /** The name used in docs/encoding.md, or the number in hex for a kind that is not known. */
    public static String nameOf(byte kind) {
        String name = knownName(kind);
        return name != null ? name : String.format("0x%02X", kind);
    }

    static boolean isKnown(byte kind) {
        return knownName(kind) != null;
    }

    private static @Nullable String knownName(byte kind) {
        return switch (kind) {
            case HEADER -> "HEADER";
            case ELEMENT -> "ELEMENT";
            case SCORE -> "SCORE";
            case RANK_COUNT -> "RANK_COUNT";
            case FIELD_EXPIRY -> "FIELD_EXPIRY";
            case LIST_CHUNK -> "LIST_CHUNK";
            case LIST_NODE -> "LIST_NODE";
            case STRING_CHUNK -> "STRING_CHUNK";
            case VALUE_CHUNK -> "VALUE_CHUNK";
            case REDO_PART -> "REDO_PART";
            case STORE -> "STORE";
            case FENCE -> "FENCE";
            case SEAL -> "SEAL";
            case REDO_HEAD -> "REDO_HEAD";
            case DATABASES -> "DATABASES";
            case RECLAIM -> "RECLAIM";
            case REGISTRY -> "REGISTRY";
            case EXPIRY -> "EXPIRY";
            case FIELDS_DUE -> "FIELDS_DUE";
            default -> null;
        };
    }

    /** Whether rows of this kind carry the id of a collection or string right after the kind. */
    public static boolean hasId(byte kind) {
        return kind >= ELEMENT && kind <= VALUE_CHUNK && isKnown(kind);
    }

    /** Whether rows of this kind carry the generation of a database right after the kind. */
    public static boolean hasGeneration(byte kind) {
        return kind == HEADER || kind == EXPIRY || kind == FIELDS_DUE;
    }
}
