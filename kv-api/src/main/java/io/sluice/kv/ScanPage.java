package io.sluice.kv;

import java.util.List;

/**
 * What one scan brought.
 *
 * @param rows in the order asked for, no more than the limit
 * @param more whether the range may hold rows after the last of these; false is a promise that it does not
 */
public record ScanPage(List<Row> rows, boolean more) {}
