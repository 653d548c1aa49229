package io.sluice.proxy.command;

import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.type.geo.Geohash;
import io.sluice.proxy.type.geo.Position;
import io.sluice.proxy.type.geo.Shape;
import io.sluice.proxy.type.geo.Unit;
import io.sluice.proxy.type.zset.ZSetValue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a search for positions asks for, read in the order in which Redis reads it, since one error may hide another. */
final class GeoSearchOptions {
    /** The commands that search. */
    enum Command {
        GEORADIUS(1, 6, true),
        GEORADIUS_RO(1, 6, false),
        GEORADIUSBYMEMBER(1, 5, true),
        GEORADIUSBYMEMBER_RO(1, 5, false),
        GEOSEARCH(1, 2, false),
        GEOSEARCHSTORE(2, 3, true);

        private final int source;
        private final int options;
        private final boolean stores;

        Command(int source, int options, boolean stores) {
            this.source = source;
            this.options = options;
            this.stores = stores;
        }

        /** Where the key of the set to look into stands. */
        int source() {
            return source;
        }

        private boolean isAroundPosition() {
            return this == GEORADIUS || this == GEORADIUS_RO;
        }

        /** Whether options say where to look. */
        private boolean isByOptions() {
            return this == GEOSEARCH || this == GEOSEARCHSTORE;
        }
    }

    /** How results are ordered. */
    enum Order {
        NONE,
        ASC,
        DESC
    }

    private final Args args;
    private final Command command;
    private final @Nullable ZSetValue set;

    private @Nullable Position centre;
    private @Nullable Function<Position, Shape> size;
    private boolean fromMember;
    private boolean fromPosition;
    private boolean byRadius;
    private boolean byBox;

    private boolean withDistance;
    private boolean withHash;
    private boolean withCoordinates;
    private boolean any;
    private boolean storesDistances;
    private long count;
    private Order order = Order.NONE;
    private @Nullable Key destination;

    private GeoSearchOptions(Args args, Command command, @Nullable ZSetValue set) {
        this.args = args;
        this.command = command;
        this.set = set;
    }

    /**
     * Reads the arguments of a command.
     *
     * @param set where to look; without one, what only a set could tell is not looked at
     * @throws CommandException if they do not parse, or do not go together
     */
    static GeoSearchOptions of(Args args, Command command, @Nullable ZSetValue set) {
        GeoSearchOptions options = new GeoSearchOptions(args, command, set);
        options.readFixed();
        int at = command.options;
        while (at < args.count()) {
            int taken = options.readFlag(at);
            taken = taken > 0 ? taken : options.readStore(at);
            taken = taken > 0 ? taken : options.readPlace(at);
            if (taken == 0) {
                throw Args.syntaxError();
            }
            at += taken;
        }
        options.check();
        return options;
    }

    private void readFixed() {
        if (command == Command.GEOSEARCHSTORE) {
            destination = args.key(1);
        }
        if (command.isByOptions()) {
            return;
        }
        if (command.isAroundPosition()) {
            centre = GeoCommands.position(args, 2);
        } else if (set != null) {
            centre = positionOf(set, 2);
        } else {
            return;
        }
        size = circle(command.options - 2);
    }

    private Position positionOf(ZSetValue members, int at) {
        double score = members.score(args.bytes(at));
        if (Double.isNaN(score)) {
            throw new CommandException("ERR could not decode requested zset member");
        }
        return Geohash.position(score);
    }

    private Function<Position, Shape> circle(int at) {
        double radius = ZSetArgs.score(args, at, "ERR need numeric radius");
        if (radius < 0) {
            throw new CommandException("ERR radius cannot be negative");
        }
        Unit unit = GeoCommands.unit(args, at + 1);
        return around -> new Shape.Circle(around, radius, unit);
    }

    private Function<Position, Shape> box(int at) {
        double width = ZSetArgs.score(args, at, "ERR need numeric width");
        double height = ZSetArgs.score(args, at + 1, "ERR need numeric height");
        if (width < 0 || height < 0) {
            throw new CommandException("ERR height or width cannot be negative");
        }
        Unit unit = GeoCommands.unit(args, at + 2);
        return around -> new Shape.Box(around, width, height, unit);
    }

    /** What to show, and how much of it; answers how many arguments it has read. */
    private int readFlag(int at) {
        if (args.is(at, "WITHDIST")) {
            withDistance = true;
        } else if (args.is(at, "WITHHASH")) {
            withHash = true;
        } else if (args.is(at, "WITHCOORD")) {
            withCoordinates = true;
        } else if (args.is(at, "ANY")) {
            any = true;
        } else if (args.is(at, "ASC")) {
            order = Order.ASC;
        } else if (args.is(at, "DESC")) {
            order = Order.DESC;
        } else if (args.is(at, "COUNT") && operands(at) >= 1) {
            count = args.integer(at + 1);
            if (count <= 0) {
                throw new CommandException("ERR COUNT must be > 0");
            }
            return 2;
        } else {
            return 0;
        }
        return 1;
    }

    private int operands(int at) {
        return args.count() - at - 1;
    }

    private int readStore(int at) {
        boolean distances = args.is(at, "STOREDIST");
        if (command == Command.GEOSEARCHSTORE && distances) {
            storesDistances = true;
            return 1;
        }
        if (!command.isByOptions() && command.stores && (distances || args.is(at, "STORE")) && operands(at) >= 1) {
            destination = args.key(at + 1);
            storesDistances = distances;
            return 2;
        }
        return 0;
    }

    private int readPlace(int at) {
        if (!command.isByOptions()) {
            return 0;
        }
        int operands = operands(at);
        if (args.is(at, "FROMMEMBER") && operands >= 1 && !fromPosition) {
            centre = set == null ? centre : positionOf(set, at + 1);
            fromMember = true;
            return 2;
        }
        if (args.is(at, "FROMLONLAT") && operands >= 2 && !fromMember) {
            centre = GeoCommands.position(args, at + 1);
            fromPosition = true;
            return 3;
        }
        if (args.is(at, "BYRADIUS") && operands >= 2 && !byBox) {
            size = circle(at + 1);
            byRadius = true;
            return 3;
        }
        if (args.is(at, "BYBOX") && operands >= 3 && !byRadius) {
            size = box(at + 1);
            byBox = true;
            return 4;
        }
        return 0;
    }

    private void check() {
        if (destination != null && showsMore()) {
            throw new CommandException("ERR " + (command.isByOptions() ? "GEOSEARCHSTORE" : "STORE option in GEORADIUS")
                    + " is not compatible with WITHDIST, WITHHASH and WITHCOORD options");
        }
        if (command.isByOptions() && !fromMember && !fromPosition) {
            throw new CommandException(
                    "ERR exactly one of FROMMEMBER or FROMLONLAT can be specified for " + args.text(0));
        }
        if (command.isByOptions() && !byRadius && !byBox) {
            throw new CommandException("ERR exactly one of BYRADIUS and BYBOX can be specified for " + args.text(0));
        }
        if (any && count == 0) {
            throw new CommandException("ERR the ANY argument requires COUNT argument");
        }
    }

    /** Where to look; known where there is a set to look into. */
    Shape shape() {
        Position around = centre;
        Function<Position, Shape> extent = size;
        if (around == null || extent == null) {
            throw new IllegalStateException("a search in no set");
        }
        return extent.apply(around);
    }

    boolean withDistance() {
        return withDistance;
    }

    boolean withHash() {
        return withHash;
    }

    boolean withCoordinates() {
        return withCoordinates;
    }

    /** Whether replies show more than members. */
    boolean showsMore() {
        return withDistance || withHash || withCoordinates;
    }

    /** How many results there may be, 0 for all. */
    long count() {
        return count;
    }

    /** Whether those found first do, instead of the nearest or farthest. */
    boolean any() {
        return any;
    }

    /** As asked for; what is cut off by a count is cut off a sorted list. */
    Order order() {
        return count != 0 && order == Order.NONE && !any ? Order.ASC : order;
    }

    /** Where the results go; null if they are the reply. */
    @Nullable
    Key destination() {
        return destination;
    }

    /** Whether distances are stored as scores, instead of positions. */
    boolean storesDistances() {
        return storesDistances;
    }
}
