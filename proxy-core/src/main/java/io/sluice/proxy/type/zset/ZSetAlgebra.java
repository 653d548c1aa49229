package io.sluice.proxy.type.zset;

import io.sluice.encoding.Header;
import io.sluice.encoding.ValueType;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.text.BinaryKey;
import io.sluice.proxy.text.Errors;
import io.sluice.proxy.type.set.SetValue;
import io.sluice.proxy.type.zset.ZSetValue.Batches;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Unions, intersections and differences of sorted sets, and of sets, whose members have the score 1.
 *
 * <p>Memory is bounded by the result: of what is read, no more than a batch is held. Scores are combined in the order in
 * which Redis combines them, from the smallest set to the largest, since sums of doubles depend on it.
 */
public final class ZSetAlgebra {

    /** How the scores of a member of several sets become one. */
    public enum Aggregate {
        SUM,
        MIN,
        MAX;

        double of(double one, double other) {
            return switch (this) {
                case SUM -> zeroIfNone(one + other);
                case MIN -> other < one ? other : one;
                case MAX -> other > one ? other : one;
            };
        }
    }

    private ZSetAlgebra() {}

    private static double zeroIfNone(double score) {
        return Double.isNaN(score) ? 0 : score;
    }

    /** One of the sets that are combined. */
    public static final class Input {
        private final Key key;
        private final @Nullable ZSetValue sorted;
        private final @Nullable SetValue plain;
        private double weight = 1;

        private Input(Key key, @Nullable ZSetValue sorted, @Nullable SetValue plain) {
            this.key = key;
            this.sorted = sorted;
            this.plain = plain;
        }

        /**
         * What a key holds, if anything.
         *
         * @throws CommandException WRONGTYPE if that is neither a sorted set nor a set
         */
        public static Input find(CommandContext context, Key key) {
            Header header = context.header(key);
            context.countLookup(header != null);
            if (header == null) {
                return new Input(key, null, null);
            }
            return switch (header.type()) {
                case ValueType.ZSET -> new Input(key, ZSetValue.of(context, key, header), null);
                case ValueType.SET -> new Input(key, null, SetValue.of(context, key, header));
                default -> throw new CommandException(Errors.WRONGTYPE);
            };
        }

        /** Its scores are multiplied by this. */
        public void weigh(double factor) {
            weight = factor;
        }

        private long size() {
            return sorted != null ? sorted.size() : plain != null ? plain.size() : 0;
        }

        private boolean isSame(Input other) {
            return Arrays.equals(key.bytes(), other.key.bytes());
        }

        private boolean each(Batches sink) {
            if (sorted != null) {
                return sorted.each(sink);
            }
            return plain == null
                    || plain.each(members -> {
                        double[] ones = new double[members.size()];
                        Arrays.fill(ones, 1);
                        return sink.accept(members, ones);
                    });
        }

        /** Unweighted; {@link ZSetValue#ABSENT} where there is none. */
        private double[] scores(List<byte[]> members) {
            if (sorted != null) {
                return sorted.scores(members);
            }
            double[] scores = new double[members.size()];
            Arrays.fill(scores, ZSetValue.ABSENT);
            if (plain != null) {
                boolean[] there = plain.contains(members);
                for (int i = 0; i < there.length; i++) {
                    scores[i] = there[i] ? 1 : ZSetValue.ABSENT;
                }
            }
            return scores;
        }
    }

    private static List<Input> ascending(List<Input> inputs) {
        List<Input> ascending = new ArrayList<>(inputs);
        ascending.sort(Comparator.comparingLong(Input::size));
        return ascending;
    }

    // ---- union ----

    private static final class Sum {
        double score;

        Sum(double score) {
            this.score = score;
        }
    }

    /** The members of any of the sets. */
    public static ZSetBuilder union(List<Input> inputs, Aggregate aggregate) {
        Map<BinaryKey, Sum> sums = new LinkedHashMap<>();
        for (Input input : ascending(inputs)) {
            input.each((members, scores) -> {
                for (int i = 0; i < scores.length; i++) {
                    double score = zeroIfNone(input.weight * scores[i]);
                    Sum sum = sums.putIfAbsent(BinaryKey.of(members.get(i)), new Sum(score));
                    if (sum != null) {
                        sum.score = aggregate.of(sum.score, score);
                    }
                }
                return true;
            });
        }
        ZSetBuilder result = new ZSetBuilder();
        sums.forEach((member, sum) -> result.add(member.array(), sum.score));
        return result;
    }

    // ---- intersection ----

    /** The members of all of the sets. */
    public static ZSetBuilder intersect(List<Input> inputs, Aggregate aggregate) {
        ZSetBuilder result = new ZSetBuilder();
        eachCommon(inputs, aggregate, (members, scores) -> {
            for (int i = 0; i < scores.length; i++) {
                result.add(members.get(i), scores[i]);
            }
            return true;
        });
        return result;
    }

    /** How many members all sets have; reads no further when there are {@code limit}, unless that is 0. */
    public static long intersectionSize(List<Input> inputs, long limit) {
        long[] found = {0};
        eachCommon(inputs, Aggregate.SUM, (members, scores) -> {
            found[0] += members.size();
            return limit == 0 || found[0] < limit;
        });
        return limit == 0 ? found[0] : Math.min(limit, found[0]);
    }

    private static void eachCommon(List<Input> inputs, Aggregate aggregate, Batches sink) {
        List<Input> ascending = ascending(inputs);
        Input first = ascending.get(0);
        if (first.size() == 0) {
            return;
        }
        first.each((members, scores) -> {
            List<byte[]> common = members;
            double[] own = scores;
            double[] sums = new double[own.length];
            for (int i = 0; i < sums.length; i++) {
                sums[i] = zeroIfNone(first.weight * own[i]);
            }
            for (Input other : ascending.subList(1, ascending.size())) {
                if (common.isEmpty()) {
                    return true;
                }
                double[] theirs = other.isSame(first) ? own : other.scores(common);
                List<byte[]> kept = new ArrayList<>(common.size());
                int at = 0;
                for (int i = 0; i < theirs.length; i++) {
                    if (!Double.isNaN(theirs[i])) {
                        sums[at] = aggregate.of(sums[i], theirs[i] * other.weight);
                        own[at++] = own[i];
                        kept.add(common.get(i));
                    }
                }
                common = kept;
                sums = Arrays.copyOf(sums, at);
                own = Arrays.copyOf(own, at);
            }
            return common.isEmpty() || sink.accept(common, sums);
        });
    }

    // ---- difference ----

    /** The members of the first set that no other has, with their scores there. */
    public static ZSetBuilder subtract(List<Input> inputs) {
        ZSetBuilder result = new ZSetBuilder();
        Input first = inputs.get(0);
        List<Input> others = inputs.subList(1, inputs.size());
        if (others.stream().anyMatch(first::isSame)) {
            return result;
        }
        first.each((members, scores) -> {
            boolean[] gone = new boolean[scores.length];
            for (Input other : others) {
                double[] theirs = other.scores(members);
                for (int i = 0; i < gone.length; i++) {
                    gone[i] |= !Double.isNaN(theirs[i]);
                }
            }
            for (int i = 0; i < gone.length; i++) {
                if (!gone[i]) {
                    result.add(members.get(i), scores[i]);
                }
            }
            return true;
        });
        return result;
    }
}
