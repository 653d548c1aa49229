package io.sluice.conformance;

import java.util.Map;

/**
 * One command of a case, and how its replies are compared.
 *
 * @param connection the name of the connection that sends it
 * @param modifiers the indented lines under the command, by their first word; see {@link CaseFile}
 */
record Step(int line, String connection, String command, Map<String, String> modifiers) {

    boolean has(String modifier) {
        return modifiers.containsKey(modifier);
    }

    String argument(String modifier) {
        return modifiers.get(modifier);
    }
}
