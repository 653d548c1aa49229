package io.sluice.proxy.config;

import io.sluice.kv.config.Setting;
import io.sluice.kv.config.Setting.Bool;
import io.sluice.kv.config.Setting.Choice;
import io.sluice.kv.config.Setting.Text;
import java.util.List;

/** Who may connect, and who may call what could do harm. */
public final class SecuritySettings {
    private static final String GROUP = "Security";

    public static final Setting REQUIREPASS = new Setting(
            "requirepass",
            new Text(),
            "",
            true,
            GROUP,
            "The password that clients give with AUTH before anything else; empty asks for none.");

    public static final Setting PROTECTED_MODE = new Setting(
            "protected-mode",
            new Bool(),
            "yes",
            true,
            GROUP,
            "While there is no password, refuse clients that come from another machine.");

    public static final Setting ENABLE_DEBUG_COMMAND = new Setting(
            "enable-debug-command",
            new Choice(List.of("no", "yes", "local")),
            "local",
            false,
            GROUP,
            "Who may call DEBUG: nobody, everybody, or only clients on this machine.");

    public static final Setting ENABLE_PROTECTED_CONFIGS = new Setting(
            "enable-protected-configs",
            new Choice(List.of("no", "yes", "local")),
            "no",
            false,
            GROUP,
            "Who may change protected settings with CONFIG SET. Sluice has none at present that can be changed at run"
                    + " time; the setting is there so that files written for Redis keep their meaning.");

    static final List<Setting> ALL =
            List.of(REQUIREPASS, PROTECTED_MODE, ENABLE_DEBUG_COMMAND, ENABLE_PROTECTED_CONFIGS);

    private SecuritySettings() {}
}
