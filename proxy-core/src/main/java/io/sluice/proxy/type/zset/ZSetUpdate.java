package io.sluice.proxy.type.zset;

import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.text.BinaryKey;
import io.sluice.proxy.text.Errors;
import io.sluice.proxy.type.zset.ZSetValue.Change;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Gives members scores by the rules of ZADD, and counts what came of it. */
public final class ZSetUpdate {
    /**
     * The options of ZADD that decide which members are touched, and how.
     *
     * @param onlyNew NX
     * @param onlyOld XX
     * @param onlyGreater GT: old members only to a greater score
     * @param onlyLess LT: old members only to a lesser score
     * @param increment INCR: scores are added to the old ones
     */
    public record Rules(boolean onlyNew, boolean onlyOld, boolean onlyGreater, boolean onlyLess, boolean increment) {
        public static final Rules PLAIN = new Rules(false, false, false, false, false);
        public static final Rules INCREMENT = new Rules(false, false, false, false, true);
    }

    private final Rules rules;
    private final ZSetValue value;
    private final List<Change> changes = new ArrayList<>(1);
    /** Where in the list a member is, once there are several: a command may name one more than once. */
    private final Map<BinaryKey, Integer> places = new HashMap<>(0);

    private long added;
    private long changed;
    private boolean skipped;
    private double score;

    public ZSetUpdate(ZSetValue value, Rules rules) {
        this.value = value;
        this.rules = rules;
    }

    /**
     * Gives all these members scores, and saves the value.
     *
     * @throws CommandException if the sum of two infinite scores is none
     */
    public void run(byte[][] members, double[] scores) {
        value.expect(members.length);
        value.prefetch(Arrays.asList(members));
        for (int i = 0; i < members.length; i++) {
            add(members[i], scores[i], members.length > 1);
        }
        if (!changes.isEmpty()) {
            value.put(changes);
            value.save();
        }
    }

    private void add(byte[] member, double given, boolean several) {
        Integer place = several ? places.get(BinaryKey.of(member)) : null;
        double old = place == null ? value.score(member) : changes.get(place).score();
        boolean isNew = Double.isNaN(old);
        score = rules.increment && !isNew ? old + given : given;
        if (isNew ? rules.onlyOld : rules.onlyNew) {
            skipped = true;
            return;
        }
        if (Double.isNaN(score)) {
            throw new CommandException(Errors.SCORE_NAN);
        }
        if (isNew) {
            added++;
        } else if ((rules.onlyLess && score >= old) || (rules.onlyGreater && score <= old)) {
            skipped = true;
            return;
        } else if (score == old) {
            return;
        } else {
            changed++;
        }
        note(member, old, place, several);
    }

    private void note(byte[] member, double old, @Nullable Integer place, boolean several) {
        if (place != null) {
            changes.set(place, new Change(member, score, changes.get(place).old()));
            return;
        }
        if (several) {
            places.put(BinaryKey.of(member), changes.size());
        }
        changes.add(new Change(member, score, old));
    }

    public long added() {
        return added;
    }

    public long changed() {
        return changed;
    }

    /** Whether the rules left a member as it was. */
    public boolean skipped() {
        return skipped;
    }

    /** The last member's score, as it is now unless it was skipped. */
    public double score() {
        return score;
    }
}
