package io.sluice.proxy.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.epoll.Epoll;
import io.sluice.kv.MemoryKvStore;
import io.sluice.proxy.config.NetworkSettings;
import io.sluice.proxy.config.Settings;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which addresses the words of {@code bind} open, and which they do not. */
@Timeout(120)
class BindTest {
    private static final String IPV4 = "127.0.0.1";
    private static final String IPV6 = "::1";

    private static SluiceServer start(String transport, String bind) throws Exception {
        Settings settings = Settings.of(
                Map.of(NetworkSettings.PORT, "0", NetworkSettings.BIND, bind, NetworkSettings.TRANSPORT, transport));
        return SluiceServer.start(settings, new MemoryKvStore(), new SluiceServer.Identity("0", Optional.empty()));
    }

    private static void assumeIpv6() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(IPV6))) {
            assumeTrue(socket.isBound());
        } catch (IOException none) {
            assumeTrue(false, "this machine has no IPv6");
        }
    }

    private static void assumeTransport(String transport) {
        assumeTrue(transport.equals("nio") || Epoll.isAvailable());
    }

    private static void assertServes(SluiceServer server, String address) throws IOException {
        try (Socket socket = new Socket(InetAddress.getByName(address), server.port())) {
            assertThat(socket.isConnected()).isTrue();
        }
    }

    private static void assertRefuses(SluiceServer server, String address) {
        assertThatThrownBy(() -> assertServes(server, address)).isInstanceOf(ConnectException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "epoll", "nio"})
    void allAddressesOfIpv4AreNotThoseOfIpv6(String transport) throws Exception {
        assumeTransport(transport);
        assumeIpv6();
        try (SluiceServer server = start(transport, "*")) {
            assertServes(server, IPV4);
            assertRefuses(server, IPV6);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "epoll"})
    void allAddressesOfIpv6AreNotThoseOfIpv4(String transport) throws Exception {
        assumeTransport(transport);
        assumeIpv6();
        try (SluiceServer server = start(transport, "::*")) {
            assertServes(server, IPV6);
            assertRefuses(server, IPV4);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "epoll", "nio"})
    void allAddressesOfBothAsInRedissOwnFile(String transport) throws Exception {
        assumeTransport(transport);
        assumeIpv6();
        try (SluiceServer server = start(transport, "* -::*")) {
            assertServes(server, IPV4);
            assertServes(server, IPV6);
        }
    }

    @Test
    void aHostThatIsNotKnownIsToldUnlessItMayBeMissing() throws Exception {
        assertThatThrownBy(() -> start("nio", "nosuchhost.invalid"))
                .isInstanceOf(StartException.class)
                .hasMessage("cannot listen on nosuchhost.invalid port 0: there is no such host");
        try (SluiceServer server = start("nio", "127.0.0.1 -nosuchhost.invalid")) {
            assertServes(server, IPV4);
        }
    }
}
