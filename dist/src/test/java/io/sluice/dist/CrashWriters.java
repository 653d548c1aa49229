package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol.Command;

/** The kinds of changes that must survive a crash, each with its own way to tell that one is missing or torn. */
final class CrashWriters {
    private static final int KEYS_PER_READ = 500;
    private static final int KEYS_PER_MSET = 5;

    private CrashWriters() {}

    /** One of each kind that sends a request at a time, and one of each that sends many. */
    static List<CountingWriter> all(boolean confirm, SplittableRandom seeds) {
        List<CountingWriter> writers = new ArrayList<>();
        for (int window : new int[] {1, 40}) {
            writers.add(new Sets("set" + window, window, confirm, seeds.split()));
            writers.add(new Counts("count" + window, window, confirm, seeds.split()));
            writers.add(new Appends("append" + window, window, confirm, seeds.split()));
            writers.add(new Groups("group" + window, window, confirm, seeds.split()));
            writers.add(new Overwrites("over" + window, window, confirm, seeds.split()));
        }
        return writers;
    }

    private abstract static class Named extends CountingWriter {
        final String name;

        Named(String name, int window, boolean confirm, SplittableRandom random) {
            super(window, confirm, random);
            this.name = name;
        }

        /** {@code groups} groups of keys exist or not as one, and up to the first missing group all do. */
        final long foundGroups(Jedis reader, long groups, int keysPerGroup) {
            long found = groups;
            long perRead = KEYS_PER_READ / keysPerGroup;
            for (long from = 0; from < groups; from += perRead) {
                long to = Math.min(groups, from + perRead);
                List<String> keys = new ArrayList<>();
                for (long number = from; number < to; number++) {
                    for (int part = 0; part < keysPerGroup; part++) {
                        keys.add(key(number, part));
                    }
                }
                List<String> values = reader.mget(keys.toArray(String[]::new));
                for (int i = 0; i < values.size(); i++) {
                    long number = from + i / keysPerGroup;
                    String value = values.get(i);
                    if (value == null && number < found) {
                        assertThat(i % keysPerGroup)
                                .as("a torn group, or a whole one without its first key: %s", keys.get(i))
                                .isZero();
                        found = number;
                    } else if (value != null) {
                        assertThat(number)
                                .as("%s is there behind a missing one", keys.get(i))
                                .isLessThan(found);
                        assertThat(value).isEqualTo(sealed(keys.get(i), number));
                    }
                }
            }
            return found;
        }

        final String key(long number, int part) {
            return name + ':' + number + ':' + part;
        }

        @Override
        public final String toString() {
            return name;
        }
    }

    /** SET of ever new keys. */
    private static final class Sets extends Named {
        Sets(String name, int window, boolean confirm, SplittableRandom random) {
            super(name, window, confirm, random);
        }

        @Override
        Command command() {
            return Command.SET;
        }

        @Override
        byte[][] arguments(long number) {
            return bytes(key(number, 0), sealed(key(number, 0), number));
        }

        @Override
        Object reply(long number) {
            return "OK";
        }

        @Override
        long found(Jedis reader, long atMost) {
            return foundGroups(reader, atMost, 1);
        }
    }

    /** INCR of one counter. */
    private static final class Counts extends Named {
        Counts(String name, int window, boolean confirm, SplittableRandom random) {
            super(name, window, confirm, random);
        }

        @Override
        Command command() {
            return Command.INCR;
        }

        @Override
        byte[][] arguments(long number) {
            return bytes(name);
        }

        @Override
        Object reply(long number) {
            return number + 1;
        }

        @Override
        long found(Jedis reader, long atMost) {
            String value = reader.get(name);
            return value == null ? 0 : Long.parseLong(value);
        }
    }

    /** APPEND of records to one string, which outgrows its first row. */
    private static final class Appends extends Named {
        private static final int RECORD = 10;

        Appends(String name, int window, boolean confirm, SplittableRandom random) {
            super(name, window, confirm, random);
        }

        private static String record(long number) {
            return String.format(Locale.ROOT, "%09d;", number);
        }

        @Override
        Command command() {
            return Command.APPEND;
        }

        @Override
        byte[][] arguments(long number) {
            return bytes(name, record(number));
        }

        @Override
        Object reply(long number) {
            return (number + 1) * RECORD;
        }

        @Override
        long found(Jedis reader, long atMost) {
            String value = reader.get(name);
            if (value == null) {
                return 0;
            }
            assertThat(value.length() % RECORD).as("no half record").isZero();
            long records = value.length() / RECORD;
            for (int i = 0; i < records; i++) {
                assertThat(value.substring(i * RECORD, (i + 1) * RECORD)).isEqualTo(record(i));
            }
            assertThat(reader.strlen(name)).isEqualTo(value.length());
            return records;
        }
    }

    /** MSET of several new keys, in several slots: all or none. */
    private static final class Groups extends Named {
        Groups(String name, int window, boolean confirm, SplittableRandom random) {
            super(name, window, confirm, random);
        }

        @Override
        Command command() {
            return Command.MSET;
        }

        @Override
        byte[][] arguments(long number) {
            List<String> words = new ArrayList<>();
            for (int part = 0; part < KEYS_PER_MSET; part++) {
                words.add(key(number, part));
                words.add(sealed(key(number, part), number));
            }
            return bytes(words.toArray(String[]::new));
        }

        @Override
        Object reply(long number) {
            return "OK";
        }

        @Override
        long found(Jedis reader, long atMost) {
            return foundGroups(reader, atMost, KEYS_PER_MSET);
        }
    }

    /** MSET of the same keys over and over: always all of one MSET. */
    private static final class Overwrites extends Named {
        Overwrites(String name, int window, boolean confirm, SplittableRandom random) {
            super(name, window, confirm, random);
        }

        @Override
        Command command() {
            return Command.MSET;
        }

        @Override
        byte[][] arguments(long number) {
            List<String> words = new ArrayList<>();
            for (int part = 0; part < KEYS_PER_MSET; part++) {
                words.add(name + ':' + part);
                words.add(Long.toString(number + 1));
            }
            return bytes(words.toArray(String[]::new));
        }

        @Override
        Object reply(long number) {
            return "OK";
        }

        @Override
        long found(Jedis reader, long atMost) {
            List<String> keys = new ArrayList<>();
            for (int part = 0; part < KEYS_PER_MSET; part++) {
                keys.add(name + ':' + part);
            }
            List<String> values = reader.mget(keys.toArray(String[]::new));
            assertThat(values).as("all of one MSET").isEqualTo(Collections.nCopies(KEYS_PER_MSET, values.get(0)));
            return values.get(0) == null ? 0 : Long.parseLong(values.get(0));
        }
    }
}
