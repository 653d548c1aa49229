package io.sluice.proxy.config;

import java.util.List;

/**
 * One setting as somebody wrote it.
 *
 * @param where the file and line, or the command line, for messages
 * @param name as written, in lower case
 * @param words the words after the name
 */
record Assignment(String where, String name, List<String> words) {}
