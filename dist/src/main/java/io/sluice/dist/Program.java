package io.sluice.dist;

import io.sluice.dist.ServerStarter.RunningServer;
import io.sluice.encoding.EncodingException;
import io.sluice.kv.KvStore;
import io.sluice.kv.StoreException;
import io.sluice.proxy.check.Report;
import io.sluice.proxy.check.StoreCheck;
import io.sluice.proxy.config.ConfigException;
import io.sluice.proxy.config.HelpText;
import io.sluice.proxy.config.Settings;
import io.sluice.proxy.config.SettingsTable;
import io.sluice.proxy.config.StorageSettings;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sluice from its command line to its end.
 *
 * <p>It ends with 0 after {@code --help}, {@code --version}, SIGTERM, SIGINT and SHUTDOWN, and with 1 after one line on
 * standard error when it cannot start, or when what was acknowledged could not be flushed at the end, or not in time.
 * {@code check} ends with 0 when the store is sound.
 */
final class Program {
    private final @Nullable Path home;
    private final ServerStarter starter;
    private final PrintStream out;
    private final PrintStream err;

    /** @param home the distribution, or null to take everything from the class path */
    Program(@Nullable Path home, ServerStarter starter, PrintStream out, PrintStream err) {
        this.home = home;
        this.starter = starter;
        this.out = out;
        this.err = err;
    }

    /** Runs to the end, and returns the exit code. */
    int run(List<String> arguments) throws InterruptedException {
        String first = arguments.isEmpty() ? "" : arguments.get(0);
        if (first.equals("--version") || first.equals("-v")) {
            out.println("Sluice " + Version.text());
            return 0;
        }
        try {
            Backends backends = home == null ? Backends.onClassPath() : Backends.in(home.resolve("backends"));
            SettingsTable table = SettingsTable.with(backends.settings());
            if (first.equals("--help") || first.equals("-h")) {
                out.print(HelpText.render(table));
                return 0;
            }
            if (first.equals("check")) {
                return check(backends, Settings.load(table, arguments.subList(1, arguments.size())));
            }
            return serve(backends, Settings.load(table, arguments));
        } catch (StartFailure | ConfigException e) {
            err.println("sluice: " + e.getMessage());
            return 1;
        }
    }

    /** Looks through a store that nobody uses, and prints what is wrong with it. */
    private int check(Backends backends, Settings settings) throws StartFailure {
        try (KvStore store = backends.openToRead(settings)) {
            Report report = StoreCheck.run(store);
            out.print(report.text());
            return report.isSound() ? 0 : 1;
        } catch (EncodingException | StoreException e) {
            throw new StartFailure("the store cannot be checked: " + e.getMessage(), e);
        }
    }

    private int serve(Backends backends, Settings settings) throws StartFailure, InterruptedException {
        Logging.start(settings);
        Logger log = LoggerFactory.getLogger("io.sluice.Sluice");
        settings.warnings().forEach(log::warn);
        KvStore store = backends.open(settings);
        RunningServer server;
        try {
            server = starter.start(settings, store);
        } catch (StartFailure | RuntimeException | Error e) {
            store.close();
            throw e;
        }
        Ending ending = new Ending(server, store, Halt::now);
        Runtime.getRuntime().addShutdownHook(new Thread(ending::onSignal, "shutdown"));
        log.info(
                "Sluice {} is ready: port {}, {} {}, Java {}, process {}",
                Version.text(),
                server.port(),
                settings.text(StorageSettings.BACKEND),
                backends.place(settings),
                Runtime.version().feature(),
                ProcessHandle.current().pid());
        server.awaitClosed();
        return ending.end();
    }
}
