/**
 * The bytes of Sluice's rows: keys that sort as the data means to be read, and the values that go with them.
 *
 * <p>{@code docs/encoding.md} is normative; a test reads its examples and holds this package to them. Row keys here
 * begin with the {@linkplain io.sluice.encoding.RowKind kind}: the slot is the storage interface's business, and each
 * backend decides how it is stored. Everything is immutable and safe to use from any thread. Byte arrays that are
 * handed over are not copied unless a method says so: neither side may change them afterwards.
 *
 * <p>Decoders answer with a value or with an {@link io.sluice.encoding.EncodingException}, whatever the bytes.
 */
@NullMarked
package io.sluice.encoding;

import org.jspecify.annotations.NullMarked;
