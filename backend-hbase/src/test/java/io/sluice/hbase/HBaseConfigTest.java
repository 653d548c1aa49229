package io.sluice.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.kv.KvStoreProvider.OpenException;
import io.sluice.kv.config.Setting;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HBaseConfigTest {

    private static Map<String, String> texts(String... namesAndValues) {
        Map<String, String> texts = new HashMap<>();
        for (Setting setting : HBaseSettings.ALL) {
            texts.put(setting.name(), setting.defaultValue());
        }
        for (int i = 0; i < namesAndValues.length; i += 2) {
            texts.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return texts;
    }

    @Test
    void everySettingBeginsWithTheNameOfTheBackend() {
        assertThat(HBaseSettings.ALL).allMatch(setting -> setting.name().startsWith("hbase-"));
    }

    @Test
    void filesPropertiesAndSizesAreRead() {
        HBaseConfig config = HBaseConfig.of(texts(
                "hbase-site", "/etc/a.xml, /etc/b.xml",
                "hbase-properties", "x.y=1  z=a=b",
                "hbase-batch-bytes", "1MB"));

        assertThat(config.siteFiles()).containsExactly("/etc/a.xml", "/etc/b.xml");
        assertThat(config.properties()).containsExactly(Map.entry("x.y", "1"), Map.entry("z", "a=b"));
        assertThat(config.batchBytes()).isEqualTo(1 << 20);
    }

    @Test
    void thePlaceIsTheTableAndWhoKnowsIt() {
        HBaseStoreProvider provider = new HBaseStoreProvider();
        Path unused = Path.of("unused");

        assertThat(provider.place(texts("hbase-bootstrap-servers", "m1:16000,m2:16000"), unused))
                .isEqualTo("table sluice by m1:16000,m2:16000");
        assertThat(provider.place(texts("hbase-zookeeper-quorum", "z:2181", "hbase-namespace", "ours"), unused))
                .isEqualTo("table ours:sluice by ZooKeeper z:2181");
        assertThat(provider.place(texts("hbase-site", "/etc/a.xml,/etc/b.xml"), unused))
                .isEqualTo("table sluice by /etc/a.xml,/etc/b.xml");
        assertThat(provider.place(texts("hbase-properties", "hbase.zookeeper.quorum=z"), unused))
                .isEqualTo("table sluice by hbase-properties");
    }

    @Test
    void whatCannotBeRightIsToldInOneLine() {
        HBaseStoreProvider provider = new HBaseStoreProvider();
        Path unused = Path.of("unused");

        assertThatThrownBy(() -> provider.open(texts("hbase-properties", "x"), unused))
                .isInstanceOf(OpenException.class)
                .hasMessage("hbase-properties must be name=value name=value, but holds 'x'");
        assertThatThrownBy(() -> provider.open(texts("hbase-table", "a b"), unused))
                .isInstanceOf(OpenException.class)
                .hasMessageStartingWith("hbase-namespace or hbase-table is no name HBase takes");
        assertThatThrownBy(() -> provider.open(texts("hbase-site", "/nowhere.xml"), unused))
                .isInstanceOf(OpenException.class)
                .hasMessage("hbase-site: cannot read /nowhere.xml");
        assertThatThrownBy(() -> provider.open(texts(), unused))
                .isInstanceOf(OpenException.class)
                .hasMessage("nothing says where HBase is: set hbase-bootstrap-servers, hbase-zookeeper-quorum or"
                        + " hbase-site");
    }
}
