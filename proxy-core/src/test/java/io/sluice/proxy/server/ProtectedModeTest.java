package io.sluice.proxy.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.proxy.config.SecuritySettings;
import io.sluice.proxy.config.Settings;
import io.sluice.proxy.resp.Reply;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProtectedModeTest {
    private static final SocketAddress ELSEWHERE = from(192, 0, 2, 7);

    @Test
    void clientsOfOtherMachinesAreRefusedWhileThereIsNoPassword() throws Exception {
        Settings settings = Settings.of(Map.of());
        assertThat(ProtectedMode.refuses(settings, ELSEWHERE)).isTrue();
        assertThat(ProtectedMode.refuses(settings, null)).isTrue();
        assertThat(ProtectedMode.refuses(settings, InetSocketAddress.createUnresolved("localhost", 4711)))
                .isTrue();

        settings.set(List.of("requirepass", "secret"));
        assertThat(ProtectedMode.refuses(settings, ELSEWHERE)).isFalse();
        settings.set(List.of("requirepass", ""));
        assertThat(ProtectedMode.refuses(settings, ELSEWHERE)).isTrue();
    }

    @Test
    void theyAreLetInWhenTheModeIsOff() throws Exception {
        Settings settings = Settings.of(Map.of(SecuritySettings.PROTECTED_MODE, "no"));
        assertThat(ProtectedMode.refuses(settings, ELSEWHERE)).isFalse();
    }

    @Test
    void clientsOfThisMachineAreLetIn() throws Exception {
        Settings settings = Settings.of(Map.of());
        for (SocketAddress here : List.of(
                from(127, 0, 0, 1),
                from(127, 1, 2, 3),
                from(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1),
                from(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 127, 0, 0, 1))) {
            assertThat(ProtectedMode.refuses(settings, here)).as("%s", here).isFalse();
        }
    }

    @Test
    void theRefusalIsOneErrorThatSaysWhatToDo() {
        assertThat(((Reply.Err) ProtectedMode.DENIED).code()).isEqualTo("DENIED");
        assertThat(((Reply.Err) ProtectedMode.DENIED).message()).contains("'CONFIG SET protected-mode no'");
    }

    private static SocketAddress from(int... address) {
        byte[] bytes = new byte[address.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) address[i];
        }
        try {
            return new InetSocketAddress(InetAddress.getByAddress(bytes), 4711);
        } catch (java.net.UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
