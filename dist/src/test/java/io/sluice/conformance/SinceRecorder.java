package io.sluice.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes {@code since 7.0 =>} lines into the case files, so that they can be run beside the old redis-server of the
 * embedded-redis artifact: where it answers otherwise than the redis-server on the PATH, the newer reply is noted down.
 *
 * <p>To be run by hand after cases were added, with the folder of the case files as its argument.
 */
final class SinceRecorder {

    private SinceRecorder() {}

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        try (RedisOracle old = RedisOracle.start("embedded");
                RedisOracle newer = RedisOracle.start()) {
            for (String file : ConformanceContract.CASE_FILES) {
                Map<Integer, String> notes = new TreeMap<>();
                for (Case test : CaseFile.read(file)) {
                    CaseRunner runner = new CaseRunner(old, newer, Protocol.RESP3, new Counts());
                    for (CaseRunner.Mismatch mismatch : runner.run(test)) {
                        Step step = mismatch.step();
                        if (!step.has("since") && Answer.isReply(mismatch.actual())) {
                            notes.put(
                                    step.line(),
                                    "  since " + newer.version() + " => " + ReplyNotation.show(mismatch.actual()));
                        }
                    }
                }
                insert(folder.resolve(file), notes);
                System.out.println(file + ": " + notes.size());
            }
        }
    }

    private static void insert(Path file, Map<Integer, String> notes) throws IOException {
        List<String> lines = new ArrayList<>();
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            lines.add(line);
            if (notes.containsKey(number)) {
                lines.add(notes.get(number));
            }
        }
        Files.write(file, lines);
    }
}
