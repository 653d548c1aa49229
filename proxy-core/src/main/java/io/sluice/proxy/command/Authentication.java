package io.sluice.proxy.command;

import io.sluice.proxy.config.SecuritySettings;
import io.sluice.proxy.config.Settings;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.stats.ServerStats;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;

/** The one user there is, {@code default}, and the password of {@code requirepass}. */
final class Authentication {
    static final byte[] DEFAULT_USER = "default".getBytes(StandardCharsets.US_ASCII);

    private final Settings settings;
    private final ServerStats stats;

    Authentication(Settings settings, ServerStats stats) {
        this.settings = settings;
        this.stats = stats;
    }

    /** Whether there is a password to give. */
    boolean required() {
        return !settings.text(SecuritySettings.REQUIREPASS).isEmpty();
    }

    /** Marks the session as authenticated, or fails; a session that was authenticated before stays so. */
    void check(Session session, byte[] user, byte[] password) {
        String required = settings.text(SecuritySettings.REQUIREPASS);
        boolean right = required.isEmpty()
                // Compared in a time that does not tell how many bytes were right.
                || MessageDigest.isEqual(required.getBytes(StandardCharsets.UTF_8), password);
        if (!right || !Arrays.equals(user, DEFAULT_USER)) {
            stats.authenticationFailed();
            throw new CommandException("WRONGPASS invalid username-password pair or user is disabled.");
        }
        session.authenticated(true);
    }
}
