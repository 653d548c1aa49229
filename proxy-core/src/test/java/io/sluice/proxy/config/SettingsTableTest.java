package io.sluice.proxy.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.kv.config.Setting;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SettingsTableTest {
    private static final SettingsTable TABLE = SettingsTable.with(List.of());

    @Test
    void namesAreLowerCaseWithHyphensAndGroupsStandTogether() {
        Set<String> groups = new HashSet<>();
        String group = "";
        for (Setting setting : TABLE.all()) {
            assertThat(setting.name()).matches("[a-z]+(-[a-z]+)*");
            assertThat(setting.doc()).as(setting.name()).endsWith(".").doesNotContain("\n");
            if (!setting.group().equals(group)) {
                group = setting.group();
                assertThat(groups.add(group)).as(group).isTrue();
            }
        }
    }

    @Test
    void refusesTwoSettingsOfOneNameAndDefaultsThatAreNoValues() {
        Setting port = new Setting("port", new Setting.Text(), "", false, "g", "Doc.");
        assertThatThrownBy(() -> SettingsTable.with(List.of(port))).hasMessage("two settings are called port");
        Setting bad = new Setting("x-size", new Setting.Memory(1, 2), "3", false, "g", "Doc.");
        assertThatThrownBy(() -> SettingsTable.with(List.of(bad)))
                .hasMessage("default of x-size: argument must be between 1 and 2 inclusive");
    }

    @Test
    void aNumberIsReadOnlyFromNumbersAndAFlagOnlyFromFlags() throws Exception {
        Settings settings = Settings.load(TABLE, List.of());
        assertThatThrownBy(() -> settings.number(MonitoringSettings.LOGLEVEL)).hasMessage("loglevel is no number");
        assertThatThrownBy(() -> settings.flag(NetworkSettings.PORT)).hasMessage("port is not yes or no");
    }

    @Test
    void helpShowsEveryEssentialSetting() {
        String help = HelpText.render(TABLE);
        for (Setting setting : ServerSettings.ESSENTIAL) {
            assertThat(help).contains("--" + setting.name() + " ");
        }
        assertThat(help.lines()).allMatch(line -> line.length() <= 100);
    }

    @Test
    void thePageShowsEverySettingAndEveryOlderName() {
        String page = ConfigurationPage.render(TABLE);
        TABLE.byName().keySet().forEach(name -> assertThat(page).contains("| `" + name + "` |"));
    }
}
