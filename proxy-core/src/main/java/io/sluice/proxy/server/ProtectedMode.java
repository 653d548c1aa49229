package io.sluice.proxy.server;

import io.sluice.proxy.config.SecuritySettings;
import io.sluice.proxy.config.Settings;
import io.sluice.proxy.resp.Reply;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** Whom {@code protected-mode} keeps out: while there is no password, whoever comes from another machine. */
final class ProtectedMode {
    /** In Redis's words, by which clients and people know it. */
    static final Reply DENIED =
            Reply.error("DENIED Redis is running in protected mode because protected mode is enabled"
                    + " and no password is set for the default user. In this mode connections are only accepted from the"
                    + " loopback interface. If you want to connect from external computers to Redis you may adopt one of the"
                    + " following solutions: 1) Just disable protected mode sending the command 'CONFIG SET protected-mode no'"
                    + " from the loopback interface by connecting to Redis from the same host the server is running, however"
                    + " MAKE SURE Redis is not publicly accessible from internet if you do so. Use CONFIG REWRITE to make this"
                    + " change permanent. 2) Alternatively you can just disable the protected mode by editing the Redis"
                    + " configuration file, and setting the protected mode option to 'no', and then restarting the server. 3)"
                    + " If you started the server manually just for testing, restart it with the '--protected-mode no' option."
                    + " 4) Setup a an authentication password for the default user. NOTE: You only need to do one of the above"
                    + " things in order for the server to start accepting connections from the outside.");

    private ProtectedMode() {}

    /** Whether a connection from this address is refused. An address that is not known is not one of this machine. */
    static boolean refuses(Settings settings, @Nullable SocketAddress from) {
        return settings.flag(SecuritySettings.PROTECTED_MODE)
                && settings.text(SecuritySettings.REQUIREPASS).isEmpty()
                && !(from instanceof InetSocketAddress address
                        && address.getAddress() != null
                        && address.getAddress().isLoopbackAddress());
    }
}
