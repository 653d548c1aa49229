package io.sluice.rocksdb;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A main class of the tests in a JVM of its own, which is killed as {@code kill -9} does. */
final class ChildProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;

    private ChildProcess(Process process) {
        this.process = process;
        this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static ChildProcess start(Class<?> main, String... arguments) throws IOException {
        return start(List.of(), main, arguments);
    }

    /** Writing a file beyond this many bytes fails in the child. */
    static ChildProcess startWithFileLimit(int bytes, Class<?> main, String... arguments) throws IOException {
        // The unit of ulimit -f in POSIX is 512 bytes; shells that count in KiB allow twice as much.
        return start(List.of("/bin/sh", "-c", "ulimit -f " + bytes / 512 + "; exec \"$@\"", "sh"), main, arguments);
    }

    private static ChildProcess start(List<String> prefix, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-Xmx256m",
                // Who is killed does not delete what RocksDB would unpack elsewhere.
                "-D" + NativeLibrary.FOLDER + "=" + Path.of("target", "native").toAbsolutePath(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                main.getName()));
        command.addAll(List.of(arguments));
        return new ChildProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    String readLine() throws IOException {
        return out.readLine();
    }

    /** Kills the process and returns the whole lines that it wrote before. */
    List<String> killAndReadRest() throws Exception {
        // The process's own destroyForcibly would close its output, and what it had acknowledged would be lost to us.
        process.toHandle().destroyForcibly();
        process.waitFor();
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (int c = out.read(); c >= 0; c = out.read()) {
            if (c == '\n') {
                lines.add(line.toString());
                line.setLength(0);
            } else {
                line.append((char) c);
            }
        }
        return lines;
    }

    @Override
    public void close() throws Exception {
        process.destroyForcibly().waitFor();
    }
}
