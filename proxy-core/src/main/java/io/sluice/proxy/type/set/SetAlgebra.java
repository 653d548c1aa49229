package io.sluice.proxy.type.set;

import io.sluice.encoding.Forms;
import io.sluice.encoding.Header;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.FormLimits;
import io.sluice.proxy.engine.Key;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Intersections, unions and differences. The result of a small input stands in the order, and has the form, that Redis 7.2
 * gives it: both depend on which set is walked through and on how the result is collected.
 *
 * <p>Memory is bounded by the result: of what is read, no more than a batch is held.
 */
public final class SetAlgebra {
    private final CommandContext context;

    public SetAlgebra(CommandContext context) {
        this.context = context;
    }

    /** Members in order, and what they are stored as. */
    public final class Result {
        private final SetContent content;

        private Result(SetContent content) {
            this.content = content;
        }

        public List<byte[]> members() {
            return content.members();
        }

        /** Replaces what the key holds, which must have been read; answers the number of members. */
        public long store(Key key) {
            if (content.size() == 0) {
                context.remove(key);
            } else {
                context.put(key, content.write(key.slot(), Header.NO_EXPIRY));
            }
            return content.size();
        }
    }

    private Result nothing() {
        return new Result(new SetContent(context, Forms.INTSET));
    }

    // ---- intersection ----

    /**
     * What all sets have.
     *
     * @param sets at least one; null for a key that holds nothing
     */
    public Result intersect(List<@Nullable SetValue> sets) {
        List<SetValue> ascending = ascending(sets);
        if (ascending.isEmpty()) {
            return nothing();
        }
        byte form = ascending.get(0).form() == Forms.INTSET ? Forms.INTSET : Forms.LISTPACK;
        SetContent content = new SetContent(context, form);
        eachCommon(ascending, members -> {
            members.forEach(content::add);
            return true;
        });
        return new Result(content);
    }

    /** As {@link #intersect}, to be stored: where all members are integers the result is an intset. */
    public Result intersectToStore(List<@Nullable SetValue> sets) {
        Result result = intersect(sets);
        result.content.becomeIntset();
        return result;
    }

    /** How many members all sets have; reads no further when there are {@code limit}, unless that is 0. */
    public long intersectionSize(List<@Nullable SetValue> sets, long limit) {
        long[] found = {0};
        List<SetValue> ascending = ascending(sets);
        if (!ascending.isEmpty()) {
            eachCommon(ascending, members -> {
                found[0] += members.size();
                return limit == 0 || found[0] < limit;
            });
        }
        return limit == 0 ? found[0] : Math.min(limit, found[0]);
    }

    /** The smallest set first; nothing if one of them is empty. */
    private static List<SetValue> ascending(List<@Nullable SetValue> sets) {
        List<SetValue> ascending = new ArrayList<>(sets.size());
        for (SetValue set : sets) {
            if (set == null) {
                return List.of();
            }
            ascending.add(set);
        }
        ascending.sort(Comparator.comparingLong(SetValue::size));
        return ascending;
    }

    private static void eachCommon(List<SetValue> ascending, SetValue.Batches sink) {
        SetValue first = ascending.get(0);
        List<SetValue> others = new ArrayList<>(ascending.subList(1, ascending.size()));
        others.removeIf(other -> isSame(other, first));
        first.each(batch -> {
            List<byte[]> common = batch;
            for (SetValue other : others) {
                common = filter(common, other, true);
            }
            return common.isEmpty() || sink.accept(common);
        });
    }

    private static boolean isSame(SetValue one, SetValue other) {
        return Arrays.equals(one.key().bytes(), other.key().bytes());
    }

    /** Those members that another set has, or those that it has not. */
    private static List<byte[]> filter(List<byte[]> members, SetValue other, boolean there) {
        boolean[] found = other.contains(members);
        List<byte[]> wanted = new ArrayList<>(members.size());
        for (int i = 0; i < found.length; i++) {
            if (found[i] == there) {
                wanted.add(members.get(i));
            }
        }
        return wanted;
    }

    // ---- union ----

    /** What any of the sets has; null for a key that holds nothing. */
    public Result union(List<@Nullable SetValue> sets) {
        SetContent content = new SetContent(context, Forms.INTSET);
        for (SetValue set : sets) {
            if (set != null) {
                set.each(members -> {
                    members.forEach(content::add);
                    return true;
                });
            }
        }
        return new Result(content);
    }

    // ---- difference ----

    /** What the first set has and no other; null for a key that holds nothing. */
    public Result subtract(List<@Nullable SetValue> sets) {
        SetValue first = sets.get(0);
        if (first == null) {
            return nothing();
        }
        List<SetValue> others = new ArrayList<>(sets.size());
        long total = first.size();
        for (SetValue other : sets.subList(1, sets.size())) {
            if (other != null) {
                if (isSame(other, first)) {
                    return nothing();
                }
                others.add(other);
                total += other.size();
            }
        }
        boolean looksUp = first.size() * (others.size() + 1) / 2 <= total;
        return looksUp ? leaveOut(first, others) : takeAway(first, others);
    }

    /** Redis's way when the first set is small: collects what no other set has. */
    private Result leaveOut(SetValue first, List<SetValue> others) {
        SetContent content = new SetContent(context, Forms.INTSET);
        eachLeft(first, others, content);
        return new Result(content);
    }

    /** Redis's way otherwise: collects all of the first set, and takes the others away. What it was meanwhile shows. */
    private Result takeAway(SetValue first, List<SetValue> others) {
        SetContent content = new SetContent(context, Forms.INTSET);
        FormLimits limits = context.settings().forms();
        if (first.size() > Math.max(limits.setIntegers(), limits.setEntries())) {
            content.becomeTable();
            eachLeft(first, others, content);
            return new Result(content);
        }
        first.members().forEach(content::add);
        List<byte[]> left = content.members();
        for (SetValue other : others) {
            left = filter(left, other, false);
        }
        content.retain(left);
        return new Result(content);
    }

    private static void eachLeft(SetValue first, List<SetValue> others, SetContent content) {
        first.each(batch -> {
            List<byte[]> left = batch;
            for (SetValue other : others) {
                left = filter(left, other, false);
            }
            left.forEach(content::add);
            return true;
        });
    }
}
