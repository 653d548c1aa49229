package io.sluice.kv.config;

import java.util.List;

/**
 * One setting: everything that the parser, CONFIG GET/SET, the generated configuration file, the documentation and
 * {@code --help} know about it.
 *
 * @param name as in the file, lower case with hyphens; Redis's own name where Redis has one
 * @param type how the text is read and what is allowed
 * @param defaultValue the text of the default
 * @param reloadable whether CONFIG SET takes it at run time
 * @param group the heading it stands under in the file and the documentation
 * @param doc one paragraph: what it does, its unit, when to change it
 */
public record Setting(String name, Type type, String defaultValue, boolean reloadable, String group, String doc) {

    /** How the text of a setting is read. */
    public sealed interface Type {}

    /** A whole number within bounds, both inclusive. */
    public record Int(long min, long max) implements Type {}

    /** A size in bytes with Redis's units (1k = 1000, 1kb = 1024, ...), within bounds, both inclusive. */
    public record Memory(long min, long max) implements Type {}

    /** {@code yes} or {@code no}. */
    public record Bool() implements Type {}

    /** One of the words. */
    public record Choice(List<String> words) implements Type {}

    /** Any text, possibly empty. */
    public record Text() implements Type {}
}
