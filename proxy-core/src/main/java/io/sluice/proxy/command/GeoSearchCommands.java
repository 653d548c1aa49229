package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.DENYOOM;
import static io.sluice.proxy.command.Flag.MOVABLEKEYS;
import static io.sluice.proxy.command.Flag.READONLY;
import static io.sluice.proxy.command.Flag.WRITE;

import io.sluice.proxy.command.GeoSearchOptions.Command;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.type.geo.Distance;
import io.sluice.proxy.type.geo.Geohash;
import io.sluice.proxy.type.geo.Search;
import io.sluice.proxy.type.geo.Search.Found;
import io.sluice.proxy.type.geo.Shape;
import io.sluice.proxy.type.sort.PartialSort;
import io.sluice.proxy.type.zset.ZSetBuilder;
import io.sluice.proxy.type.zset.ZSetValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;

/** GEOSEARCH, GEOSEARCHSTORE, and the older GEORADIUS and GEORADIUSBYMEMBER. */
final class GeoSearchCommands {
    private static final EnumSet<Flag> READ = EnumSet.of(READONLY);
    private static final EnumSet<Flag> STORE = EnumSet.of(WRITE, DENYOOM);
    private static final EnumSet<Flag> MAY_STORE = EnumSet.of(WRITE, DENYOOM, MOVABLEKEYS);

    private static final String RADIUS_COST =
            "O(N+log(M)) where N is the number of elements inside the bounding box of the circular area delimited by center"
                    + " and radius and M is the number of items inside the index.";
    private static final String SEARCH_COST =
            "O(N+log(M)) where N is the number of elements in the grid-aligned bounding box area around the shape provided as"
                    + " the filter and M is the number of items inside the shape";
    private static final String FROM_POINT =
            "Query a sorted set representing a geospatial index to fetch members matching a given maximum distance from a"
                    + " point";
    private static final String FROM_MEMBER =
            "Query a sorted set representing a geospatial index to fetch members matching a given maximum distance from a"
                    + " member";
    private static final String SEARCH =
            "Query a sorted set representing a geospatial index to fetch members inside an area of a box or a circle";

    private static final Comparator<Found> NEAREST_FIRST = Comparator.comparingDouble(Found::meters);

    private GeoSearchCommands() {}

    static void rows(CommandTable.Builder t) {
        row(t, Command.GEORADIUS, -6, MAY_STORE, storing(6), "3.2.0", RADIUS_COST, FROM_POINT);
        row(t, Command.GEORADIUSBYMEMBER, -5, MAY_STORE, storing(5), "3.2.0", RADIUS_COST, FROM_MEMBER);
        row(
                t,
                Command.GEORADIUS_RO,
                -6,
                READ,
                KeySpec.one(),
                "3.2.10",
                RADIUS_COST,
                "A read-only variant for GEORADIUS");
        row(
                t,
                Command.GEORADIUSBYMEMBER_RO,
                -5,
                READ,
                KeySpec.one(),
                "3.2.10",
                RADIUS_COST,
                "A read-only variant for GEORADIUSBYMEMBER");
        row(t, Command.GEOSEARCH, -7, READ, KeySpec.one(), "6.2.0", SEARCH_COST, SEARCH + ".");
        row(
                t,
                Command.GEOSEARCHSTORE,
                -8,
                STORE,
                KeySpec.range(1, 2, 1),
                "6.2.0",
                SEARCH_COST,
                SEARCH + ", and store the result in another key.");
    }

    private static KeySpec storing(int from) {
        return KeySpec.one().and(KeyOptions.keywords(from, "STORE", "STOREDIST"));
    }

    private static void row(
            CommandTable.Builder t,
            Command command,
            int arity,
            EnumSet<Flag> flags,
            KeySpec keys,
            String since,
            String cost,
            String summary) {
        t.row(command.name(), arity, flags, keys, since, cost, summary, (c, a) -> search(c, a, command));
    }

    private static Reply search(CommandContext c, Args args, Command command) {
        ZSetValue set = ZSetValue.find(c, args.key(command.source()));
        GeoSearchOptions options = GeoSearchOptions.of(args, command, set);
        List<Found> found = set == null ? List.of() : find(set, options);
        Key destination = options.destination();
        if (destination == null) {
            return show(found, options);
        }
        ZSetBuilder result = new ZSetBuilder();
        for (Found each : found) {
            result.add(each.member(), options.storesDistances() ? distance(each, options) : each.score());
        }
        return ZRangeCommands.store(c, destination, result);
    }

    private static List<Found> find(ZSetValue set, GeoSearchOptions options) {
        Shape shape = options.shape();
        long count = options.count();
        List<Found> found = options.any() ? Search.any(set, shape, count) : Search.all(set, shape);
        int shown = count == 0 ? found.size() : (int) Math.min(count, found.size());
        Comparator<Found> order =
                switch (options.order()) {
                    case NONE -> null;
                    case ASC -> NEAREST_FIRST;
                    case DESC -> NEAREST_FIRST.reversed();
                };
        if (order == null) {
            return found.subList(0, shown);
        }
        if (shown == found.size()) {
            found.sort(order);
            return found;
        }
        Found[] sorted = found.toArray(new Found[0]);
        PartialSort.sort(sorted, order, 0, shown - 1);
        return Arrays.asList(sorted).subList(0, shown);
    }

    private static double distance(Found found, GeoSearchOptions options) {
        return found.meters() / options.shape().unit().meters();
    }

    private static Reply show(List<Found> found, GeoSearchOptions options) {
        List<Reply> replies = new ArrayList<>(found.size());
        for (Found each : found) {
            Reply member = Reply.bulk(each.member());
            if (!options.showsMore()) {
                replies.add(member);
                continue;
            }
            List<Reply> parts = new ArrayList<>(4);
            parts.add(member);
            if (options.withDistance()) {
                parts.add(Reply.bulk(Distance.text(distance(each, options))));
            }
            if (options.withHash()) {
                parts.add(Reply.integer(Geohash.number(each.score())));
            }
            if (options.withCoordinates()) {
                parts.add(GeoCommands.coordinates(each.position()));
            }
            replies.add(Reply.array(parts));
        }
        return Reply.array(replies);
    }
}
