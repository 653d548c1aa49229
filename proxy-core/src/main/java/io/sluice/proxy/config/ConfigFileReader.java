package io.sluice.proxy.config;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Reads files in redis.conf's syntax: one setting a line, {@code #} begins a line that is a comment, {@code include
 * file} reads another file in its place. A relative path of an include counts from the current directory, as in Redis.
 */
final class ConfigFileReader {
    private static final int DEEPEST_INCLUDE = 16;

    private ConfigFileReader() {}

    static List<Assignment> read(Path file) throws ConfigException {
        List<Assignment> assignments = new ArrayList<>();
        read(file, 0, assignments);
        return assignments;
    }

    private static void read(Path file, int depth, List<Assignment> into) throws ConfigException {
        List<String> lines = lines(file);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            String where = file + ":" + (i + 1);
            List<String> words = ArgumentSplitter.split(line);
            if (words == null) {
                throw new ConfigException(where + ": unbalanced quotes in: " + line);
            }
            String name = words.get(0).toLowerCase(Locale.ROOT);
            List<String> rest = words.subList(1, words.size());
            if (name.equals("include")) {
                include(where, rest, depth, into);
            } else {
                into.add(new Assignment(where, name, rest));
            }
        }
    }

    private static void include(String where, List<String> files, int depth, List<Assignment> into)
            throws ConfigException {
        if (files.size() != 1) {
            throw new ConfigException(where + ": include takes one file");
        }
        if (depth == DEEPEST_INCLUDE) {
            throw new ConfigException(
                    where + ": more than " + DEEPEST_INCLUDE + " files include each other; does one include itself?");
        }
        try {
            read(Path.of(files.get(0)), depth + 1, into);
        } catch (ConfigException e) {
            throw Files.isReadable(Path.of(files.get(0))) ? e : new ConfigException(where + ": " + e.getMessage(), e);
        }
    }

    private static List<String> lines(Path file) throws ConfigException {
        try {
            return Files.readAllLines(file);
        } catch (NoSuchFileException e) {
            throw new ConfigException("cannot read the configuration file " + file + ": no such file", e);
        } catch (MalformedInputException e) {
            throw new ConfigException("cannot read the configuration file " + file + ": it is not UTF-8 text", e);
        } catch (IOException e) {
            String reason = Files.isDirectory(file) ? "it is a directory" : "no permission, or a read error";
            throw new ConfigException("cannot read the configuration file " + file + ": " + reason, e);
        }
    }
}
