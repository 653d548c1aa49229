package io.sluice.proxy.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.resp.Reply;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InfoCommandTest {
    private final TestServer server = new TestServer();

    private List<String> sections(String... words) {
        List<String> found = new ArrayList<>();
        for (String line : server.text(words).split("\r\n")) {
            if (line.startsWith("# ")) {
                found.add(line.substring(2));
            }
        }
        return found;
    }

    @Test
    void sectionsAndTheirNames() {
        List<String> usual = List.of(
                "Server",
                "Clients",
                "Memory",
                "Persistence",
                "Stats",
                "Replication",
                "CPU",
                "Modules",
                "Errorstats",
                "Cluster",
                "Store",
                "Keyspace");
        assertThat(sections("info")).isEqualTo(usual);
        assertThat(sections("info", "default")).isEqualTo(usual);
        assertThat(sections("info", "everything"))
                .contains("Commandstats", "Latencystats")
                .hasSize(14);
        assertThat(sections("info", "all")).hasSize(14);
        assertThat(sections("info", "CLIENTS", "cpu")).containsExactly("Clients", "CPU");
        assertThat(sections("info", "default", "commandstats")).contains("Server", "Commandstats");
        assertThat(server.run("info", "nope")).isEqualTo(Reply.verbatim("txt", new byte[0]));
    }

    @Test
    void itAnswersAlsoWhenTheKeysCannotBeCounted() {
        List<String> usual = sections("info");
        server.store.sizes = List.of(new StoreControl.DatabaseSize(9, 3, 1));
        server.store.uncounted = new CommandException("CLUSTERDOWN Hash slot not served");
        assertThat(sections("info")).isEqualTo(usual);
        assertThat(server.text("info", "keyspace")).isEqualTo("# Keyspace\r\n");
    }

    @Test
    void everyLineIsANameAndAValue() {
        server.server.stats().command("PING").ran(2_500, false, true);
        server.server.stats().errorReplied("WRONGTYPE");
        server.store.sizes = List.of(new StoreControl.DatabaseSize(9, 3, 1));
        assertThat(server.text("info", "everything").split("\r\n"))
                .allMatch(line -> line.isEmpty() || line.startsWith("# ") || line.matches("[a-zA-Z0-9_.|-]+:.*"));
        assertThat(server.text("info", "everything"))
                .contains(
                        "redis_version:7.2.4\r\nsluice_version:1.2.3\r\n",
                        "\r\nconnected_clients:2\r\n",
                        "\r\ncmdstat_ping:calls=1,usec=2,usec_per_call=2.00,rejected_calls=0,failed_calls=0\r\n",
                        "\r\nerrorstat_WRONGTYPE:count=1\r\n",
                        "\r\nstore_backend:memory\r\n",
                        "\r\nstore_commits:7\r\n",
                        "\r\ndb9:keys=3,expires=1,avg_ttl=0\r\n")
                .containsPattern("latency_percentiles_usec_ping:p50=2\\.\\d{3},p99=2\\.\\d{3},p99\\.9=2\\.\\d{3}\r\n")
                .containsPattern("used_memory:[1-9]\\d+\r\nused_memory_human:[0-9.]+[BKMG]\r\n");
    }

    @Test
    void latenciesAreShownAtThePercentilesThatAreSet() throws Exception {
        server.server.stats().command("PING").ran(2_500, false, true);
        server.settings.set(List.of("latency-tracking-info-percentiles", "0.0 50.0 100.0"));
        assertThat(server.text("info", "latencystats"))
                .containsPattern("latency_percentiles_usec_ping:p0=[.\\d]+,p50=[.\\d]+,p100=[.\\d]+\r\n");
        server.settings.set(List.of("latency-tracking-info-percentiles", ""));
        assertThat(server.text("info", "latencystats")).contains("latency_percentiles_usec_ping:\r\n");
    }

    @Test
    void sizesForPeople() {
        assertThat(InfoText.human(0)).isEqualTo("0B");
        assertThat(InfoText.human(1023)).isEqualTo("1023B");
        assertThat(InfoText.human(1024)).isEqualTo("1.00K");
        assertThat(InfoText.human(895L * 1024 + 102)).isEqualTo("895.10K");
        assertThat(InfoText.human(3L << 30)).isEqualTo("3.00G");
    }
}
