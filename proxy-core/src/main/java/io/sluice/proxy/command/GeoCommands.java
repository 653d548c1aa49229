package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.DENYOOM;
import static io.sluice.proxy.command.Flag.READONLY;
import static io.sluice.proxy.command.Flag.WRITE;

import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Doubles;
import io.sluice.proxy.text.Errors;
import io.sluice.proxy.type.geo.Distance;
import io.sluice.proxy.type.geo.Geohash;
import io.sluice.proxy.type.geo.Position;
import io.sluice.proxy.type.geo.Unit;
import io.sluice.proxy.type.zset.ZSetUpdate;
import io.sluice.proxy.type.zset.ZSetUpdate.Rules;
import io.sluice.proxy.type.zset.ZSetValue;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.function.DoubleFunction;

/** Positions on the earth as the scores of sorted sets. Searches are in {@link GeoSearchCommands}. */
final class GeoCommands {
    private static final EnumSet<Flag> READ = EnumSet.of(READONLY);
    private static final KeySpec KEY = KeySpec.one();

    private GeoCommands() {}

    static void rows(CommandTable.Builder t) {
        t.group(Group.GEO);
        t.row(
                "GEOADD",
                -5,
                EnumSet.of(WRITE, DENYOOM),
                KEY,
                "3.2.0",
                "O(log(N)) for each item added, where N is the number of elements in the sorted set.",
                "Add one or more geospatial items in the geospatial index represented using a sorted set",
                GeoCommands::geoadd);
        t.row(
                "GEODIST",
                -4,
                READ,
                KEY,
                "3.2.0",
                "O(log(N))",
                "Returns the distance between two members of a geospatial index",
                GeoCommands::geodist);
        t.row(
                "GEOHASH",
                -2,
                READ,
                KEY,
                "3.2.0",
                "O(log(N)) for each member requested, where N is the number of elements in the sorted set.",
                "Returns members of a geospatial index as standard geohash strings",
                (c, a) -> each(c, a, score -> Reply.bulk(Geohash.text(score)), Reply.NULL));
        t.row(
                "GEOPOS",
                -2,
                READ,
                KEY,
                "3.2.0",
                "O(N) where N is the number of members requested.",
                "Returns longitude and latitude of members of a geospatial index",
                (c, a) -> each(c, a, score -> coordinates(Geohash.position(score)), Reply.NULL_ARRAY));
        GeoSearchCommands.rows(t);
    }

    private static Reply geoadd(CommandContext c, Args args) {
        boolean nx = false;
        boolean xx = false;
        boolean ch = false;
        int at = 2;
        for (; at < args.count(); at++) {
            if (args.is(at, "NX")) {
                nx = true;
            } else if (args.is(at, "XX")) {
                xx = true;
            } else if (args.is(at, "CH")) {
                ch = true;
            } else {
                break;
            }
        }
        int rest = args.count() - at;
        if (rest == 0 || rest % 3 != 0 || (nx && xx)) {
            throw Args.syntaxError();
        }
        double[] scores = new double[rest / 3];
        byte[][] members = new byte[rest / 3][];
        for (int i = 0; i < members.length; i++) {
            scores[i] = Geohash.score(position(args, at + 3 * i));
            members[i] = args.bytes(at + 3 * i + 2);
        }
        Rules rules = new Rules(nx, xx, false, false, false);
        ZSetUpdate update = ZSetCommands.add(c, args.key(1), rules, members, scores);
        return update == null ? Reply.ZERO : Reply.integer(update.added() + (ch ? update.changed() : 0));
    }

    private static Reply geodist(CommandContext c, Args args) {
        Unit unit = args.count() == 5 ? unit(args, 4) : Unit.M;
        if (args.count() > 5) {
            throw Args.syntaxError();
        }
        ZSetValue value = ZSetValue.find(c, args.key(1));
        if (value == null) {
            return Reply.NULL;
        }
        double[] scores = value.scores(List.of(args.bytes(2), args.bytes(3)));
        if (Double.isNaN(scores[0]) || Double.isNaN(scores[1])) {
            return Reply.NULL;
        }
        double meters = Distance.meters(Geohash.position(scores[0]), Geohash.position(scores[1]));
        return Reply.bulk(Distance.text(meters / unit.meters()));
    }

    /** What there is to say of the score of each member, and of one that is not there. */
    private static Reply each(CommandContext c, Args args, DoubleFunction<Reply> there, Reply absent) {
        ZSetValue value = ZSetValue.find(c, args.key(1));
        Reply[] replies = new Reply[args.count() - 2];
        Arrays.fill(replies, absent);
        if (value != null && replies.length > 0) {
            double[] scores = value.scores(Arrays.asList(args.all()).subList(2, args.count()));
            for (int i = 0; i < scores.length; i++) {
                replies[i] = Double.isNaN(scores[i]) ? absent : there.apply(scores[i]);
            }
        }
        return Reply.array(replies);
    }

    // ---- arguments and replies ----

    /** Longitude and latitude, from this argument on. */
    static Position position(Args args, int at) {
        double longitude = ZSetArgs.score(args, at, Errors.NOT_A_FLOAT);
        double latitude = ZSetArgs.score(args, at + 1, Errors.NOT_A_FLOAT);
        Position position = new Position(longitude, latitude);
        if (!position.isOnTheMap()) {
            throw new CommandException(
                    "ERR invalid longitude,latitude pair " + sixDecimals(longitude) + "," + sixDecimals(latitude));
        }
        return position;
    }

    private static String sixDecimals(double value) {
        byte[] text = Double.isInfinite(value) ? Doubles.format(value) : Doubles.formatFixed(value, 6);
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    static Unit unit(Args args, int at) {
        Unit unit = Unit.named(args.text(at));
        if (unit == null) {
            throw new CommandException("ERR unsupported unit provided. please use M, KM, FT, MI");
        }
        return unit;
    }

    static Reply coordinates(Position position) {
        return Reply.array(coordinate(position.longitude()), coordinate(position.latitude()));
    }

    private static Reply coordinate(double degrees) {
        return Reply.dbl(degrees, Doubles.formatCoordinate(degrees));
    }
}
