package io.sluice.conformance;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Sends random sequences of commands to both servers and compares all replies. There is no model: redis-server says what
 * is right. A sequence with a mismatch is shrunk to a short one before it is reported.
 */
final class RandomSequences {

    private static final int LONGEST_PIPELINE = 20;
    private static final int SHRINK_RUNS = 600;

    /** How a sequence is cut into pipelines. */
    private enum Pipelining {
        RANDOM,
        SINGLE,
        WHOLE
    }

    private record Difference(int at, byte[] expected, byte[] actual) {}

    private final RedisOracle oracle;
    private final Target target;
    private final Protocol protocol;
    private final Counts counts;
    private int shrinkRuns;

    RandomSequences(RedisOracle oracle, Target target, Protocol protocol, Counts counts) {
        this.oracle = oracle;
        this.target = target;
        this.protocol = protocol;
        this.counts = counts;
    }

    /** Runs one sequence; a report if the servers disagree. */
    Optional<String> run(long seed, int length, String tag) throws IOException {
        RandomCommands commands = new RandomCommands(new Random(seed), tag, oracle.version());
        List<Step> sequence = commands.sequence(length);
        Optional<Difference> difference = compare(sequence, Pipelining.RANDOM, seed);
        counts.sequence(length);
        return difference.isPresent() ? Optional.of(report(sequence, difference.get(), seed)) : Optional.empty();
    }

    private String report(List<Step> sequence, Difference first, long seed) throws IOException {
        shrinkRuns = 0;
        for (Pipelining way : List.of(Pipelining.SINGLE, Pipelining.WHOLE, Pipelining.RANDOM)) {
            if (compare(sequence, way, seed).isPresent()) {
                List<Step> small = shrink(sequence, way, seed);
                Optional<Difference> again = compare(small, way, seed);
                if (again.isPresent()) {
                    return describe(small, again.get(), seed, "pipelining " + way);
                }
            }
        }
        return describe(sequence, first, seed, "not seen again when repeated");
    }

    /** Delta debugging: removes chunks, large ones first, as long as a mismatch remains. */
    private List<Step> shrink(List<Step> sequence, Pipelining way, long seed) throws IOException {
        List<Step> current = sequence;
        int chunk = Math.max(1, current.size() / 2);
        while (true) {
            boolean removed = false;
            for (int from = 0; from < current.size() && shrinkRuns < SHRINK_RUNS; ) {
                List<Step> candidate = new ArrayList<>(current.subList(0, from));
                candidate.addAll(current.subList(Math.min(current.size(), from + chunk), current.size()));
                shrinkRuns++;
                if (!candidate.isEmpty() && compare(candidate, way, seed).isPresent()) {
                    current = candidate;
                    removed = true;
                } else {
                    from += chunk;
                }
            }
            if (shrinkRuns >= SHRINK_RUNS || chunk == 1 && !removed) {
                return current;
            }
            chunk = Math.max(1, chunk / 2);
        }
    }

    private Optional<Difference> compare(List<Step> sequence, Pipelining way, long seed) throws IOException {
        Random cuts = new Random(~seed);
        try (Session left = new Session(oracle, protocol);
                Session right = new Session(target, protocol)) {
            left.clear();
            right.clear();
            for (int from = 0; from < sequence.size(); ) {
                int length =
                        switch (way) {
                            case RANDOM -> 1 + cuts.nextInt(LONGEST_PIPELINE);
                            case SINGLE -> 1;
                            case WHOLE -> sequence.size();
                        };
                List<Step> pipeline = sequence.subList(from, Math.min(sequence.size(), from + length));
                Optional<Difference> difference = comparePipeline(pipeline, from, left, right);
                if (difference.isPresent()) {
                    return difference;
                }
                from += pipeline.size();
            }
        }
        return Optional.empty();
    }

    private static Optional<Difference> comparePipeline(List<Step> pipeline, int offset, Session left, Session right)
            throws IOException {
        List<byte[]> expected = answers(pipeline, left);
        List<byte[]> actual = answers(pipeline, right);
        for (int i = 0; i < pipeline.size(); i++) {
            if (!Comparison.agree(pipeline.get(i), expected.get(i), actual.get(i))) {
                return Optional.of(new Difference(offset + i, expected.get(i), actual.get(i)));
            }
        }
        return Optional.empty();
    }

    private static List<byte[]> answers(List<Step> pipeline, Session session) throws IOException {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        for (Step step : pipeline) {
            request.writeBytes(RawClient.encode(Quoting.split(step.command())));
        }
        session.client("").send(request.toByteArray());
        List<byte[]> answers = new ArrayList<>(pipeline.size());
        RawClient client = session.client("");
        for (int i = 0; i < pipeline.size(); i++) {
            answers.add(Answer.from(client));
        }
        return answers;
    }

    private String describe(List<Step> sequence, Difference difference, long seed, String how) {
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                "%s and %s disagree, -Dconformance.seed=%d %s (%s, %d commands):%n",
                oracle.name(), target.name(), seed, protocol, how, sequence.size()));
        for (int i = 0; i < sequence.size(); i++) {
            text.append(i == difference.at() ? "  > " : "    ")
                    .append(sequence.get(i).command());
            text.append('\n');
            if (i == difference.at()) {
                text.append("        redis:  ")
                        .append(ReplyNotation.show(difference.expected()))
                        .append('\n');
                text.append("        target: ")
                        .append(ReplyNotation.show(difference.actual()))
                        .append('\n');
                break;
            }
        }
        return text.toString();
    }
}
