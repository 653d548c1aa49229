package io.sluice.conformance;

import java.util.concurrent.atomic.AtomicLong;

/** What was compared, for the line that ends a run. */
final class Counts {

    private final AtomicLong cases = new AtomicLong();
    private final AtomicLong commandLines = new AtomicLong();
    private final AtomicLong randomSequences = new AtomicLong();
    private final AtomicLong randomCommands = new AtomicLong();
    private final AtomicLong malformed = new AtomicLong();

    void caseRun() {
        cases.incrementAndGet();
    }

    void commandLine() {
        commandLines.incrementAndGet();
    }

    void sequence(int commands) {
        randomSequences.incrementAndGet();
        randomCommands.addAndGet(commands);
    }

    void malformedInput() {
        malformed.incrementAndGet();
    }

    long commandLines() {
        return commandLines.get();
    }

    @Override
    public String toString() {
        return String.format(
                "%d cases, %d command lines, %d malformed inputs, %d random commands in %d sequences",
                cases.get(), commandLines.get(), malformed.get(), randomCommands.get(), randomSequences.get());
    }
}
