package io.sluice.proxy.command;

import java.util.List;

/** What the options of one request make of the use of its key, for the commands whose use varies: SET and BITFIELD. */
final class OptionalAccess {
    private static final List<String> READ = List.of("RO", "access");
    private static final List<String> CHANGE = List.of("RW", "access", "update");
    private static final List<String> REPLACE = List.of("OW", "update");

    private OptionalAccess() {}

    /** The use of the key that this request has in mind; {@code usual} where its options say nothing about it. */
    static List<String> of(CommandSpec spec, Args request, List<String> usual) {
        return switch (spec.name()) {
            case "SET" -> returnsOld(request) ? CHANGE : REPLACE;
            case "BITFIELD" -> onlyReads(request) ? READ : CHANGE;
            default -> usual;
        };
    }

    private static boolean returnsOld(Args request) {
        for (int i = 3; i < request.count(); i++) {
            if (request.is(i, "GET")) {
                return true;
            }
        }
        return false;
    }

    private static boolean onlyReads(Args request) {
        int i = 2;
        while (i < request.count()) {
            int left = request.count() - i - 1;
            if (request.is(i, "GET") && left >= 2) {
                i += 3;
            } else if (request.is(i, "OVERFLOW") && left >= 1) {
                i += 2;
            } else {
                return false;
            }
        }
        return true;
    }
}
