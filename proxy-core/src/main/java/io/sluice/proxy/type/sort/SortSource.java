package io.sluice.proxy.type.sort;

import io.sluice.encoding.Header;
import io.sluice.encoding.ValueType;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.text.Errors;
import io.sluice.proxy.type.list.ListValue;
import io.sluice.proxy.type.set.SetValue;
import io.sluice.proxy.type.zset.MemberVisitor;
import io.sluice.proxy.type.zset.ZRange;
import io.sluice.proxy.type.zset.ZSetValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What is sorted: the elements of a list, a set or a sorted set, in the order that it has itself. */
interface SortSource {

    /** What a key holds that does not hold anything. */
    SortSource NOTHING = new SortSource() {
        @Override
        public long size() {
            return 0;
        }

        @Override
        public boolean isOrdered() {
            return true;
        }

        @Override
        public List<byte[]> elements(long from, long to) {
            return List.of();
        }
    };

    long size();

    /** Whether its own order means something to clients. */
    boolean isOrdered();

    /** The elements from one to another, exclusive. */
    List<byte[]> elements(long from, long to);

    /**
     * What the key holds, as a reading command finds it; counted as a hit or a miss.
     *
     * @throws CommandException WRONGTYPE if that cannot be sorted
     */
    static SortSource find(CommandContext context, Key key) {
        Header header = context.header(key);
        context.countLookup(header != null);
        if (header == null) {
            return NOTHING;
        }
        return switch (header.type()) {
            case ValueType.LIST -> of(ListValue.of(context, key, header));
            case ValueType.SET -> of(SetValue.of(context, key, header));
            case ValueType.ZSET -> of(ZSetValue.of(context, key, header));
            default -> throw new CommandException(Errors.WRONGTYPE);
        };
    }

    private static SortSource of(ListValue list) {
        return new SortSource() {
            @Override
            public long size() {
                return list.size();
            }

            @Override
            public boolean isOrdered() {
                return true;
            }

            @Override
            public List<byte[]> elements(long from, long to) {
                return list.elements(from, to);
            }
        };
    }

    private static SortSource of(SetValue set) {
        return new SortSource() {
            @Override
            public long size() {
                return set.size();
            }

            @Override
            public boolean isOrdered() {
                return false;
            }

            @Override
            public List<byte[]> elements(long from, long to) {
                return set.members().subList(Math.toIntExact(from), Math.toIntExact(to));
            }
        };
    }

    private static SortSource of(ZSetValue set) {
        return new SortSource() {
            @Override
            public long size() {
                return set.size();
            }

            @Override
            public boolean isOrdered() {
                return true;
            }

            @Override
            public List<byte[]> elements(long from, long to) {
                List<byte[]> members = new ArrayList<>(Math.toIntExact(to - from));
                if (from < to) {
                    MemberVisitor add = (array, offset, length, score) ->
                            members.add(Arrays.copyOfRange(array, offset, offset + length));
                    set.forEach(new ZRange.ByRank(from, to - 1), false, 0, Long.MAX_VALUE, add);
                }
                return members;
            }
        };
    }
}
