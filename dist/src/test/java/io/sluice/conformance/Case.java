package io.sluice.conformance;

import java.util.List;

/**
 * A titled sequence of commands that starts on an empty server.
 *
 * @param origin file and line
 * @param needs commands that both servers must know for the case to make sense
 * @param only the one protocol that the case is about, or null
 */
record Case(String title, String origin, List<String> needs, Protocol only, List<Step> steps) {}
