package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.LOADING;
import static io.sluice.proxy.command.Flag.STALE;

import io.sluice.proxy.resp.Reply;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * INFO: the sections, in Redis's order, and which of them a request asks for. A figure that has no meaning here is left out,
 * not made up.
 */
final class InfoCommand {
    private static final String KEYSPACE = "keyspace";

    /** What INFO without arguments leaves out. */
    private static final Set<String> ON_REQUEST = Set.of("commandstats", "latencystats");

    private final Server server;
    private final Map<String, Consumer<InfoText>> sections = new LinkedHashMap<>();

    InfoCommand(Server server) {
        this.server = server;
        InfoAboutServer about = new InfoAboutServer(server);
        InfoAboutStatistics statistics = new InfoAboutStatistics(server);
        sections.put("server", about::server);
        sections.put("clients", about::clients);
        sections.put("memory", about::memory);
        sections.put("persistence", about::persistence);
        sections.put("stats", statistics::stats);
        sections.put("replication", about::replication);
        sections.put("cpu", about::cpu);
        sections.put("modules", text -> text.section("Modules"));
        sections.put("commandstats", statistics::commands);
        sections.put("errorstats", statistics::errors);
        sections.put("latencystats", statistics::latencies);
        sections.put("cluster", text -> text.section("Cluster").line("cluster_enabled", 0));
        sections.put("store", about::store);
    }

    void rows(CommandTable.Builder t) {
        t.group(Group.SERVER);
        t.later("INFO", -1, EnumSet.of(LOADING, STALE), "1.0.0", "O(1)", "Figures about the server.", this::info);
    }

    private CompletionStage<Reply> info(Session session, Args args) {
        Set<String> wanted = wanted(args);
        InfoText text = new InfoText();
        sections.forEach((name, section) -> {
            if (wanted.contains(name)) {
                section.accept(text);
            }
        });
        if (!wanted.contains(KEYSPACE)) {
            return CompletableFuture.completedStage(reply(text));
        }
        // Who asks because something is wrong is told the rest, also when the keys cannot be counted.
        return server.store()
                .databaseSizes()
                .exceptionally(uncounted -> List.of())
                .thenApply(sizes -> {
                    text.section("Keyspace");
                    for (StoreControl.DatabaseSize size : sizes) {
                        text.line(
                                "db" + size.db(), "keys=" + size.keys() + ",expires=" + size.expires() + ",avg_ttl=0");
                    }
                    return reply(text);
                });
    }

    private Set<String> wanted(Args args) {
        List<String> names = new ArrayList<>();
        for (int i = 1; i < args.count(); i++) {
            names.add(args.text(i).toLowerCase(Locale.ROOT));
        }
        Set<String> everything = new LinkedHashSet<>(sections.keySet());
        everything.add(KEYSPACE);
        Set<String> wanted = new LinkedHashSet<>();
        for (String name : names.isEmpty() ? List.of("default") : names) {
            switch (name) {
                case "all", "everything" -> wanted.addAll(everything);
                case "default" ->
                    everything.stream()
                            .filter(section -> !ON_REQUEST.contains(section))
                            .forEach(wanted::add);
                default -> wanted.add(name);
            }
        }
        return wanted;
    }

    private static Reply reply(InfoText text) {
        return Reply.verbatim("txt", text.toString().getBytes(StandardCharsets.UTF_8));
    }
}
