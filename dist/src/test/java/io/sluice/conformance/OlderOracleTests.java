package io.sluice.conformance;

import org.junit.jupiter.api.Assumptions;

/**
 * The newer redis-server on the PATH against the old one of the embedded-redis artifact: the replies that the case files
 * give for {@code since 7.0} are those of a real server.
 */
class OlderOracleTests extends ConformanceContract {

    @Override
    RedisOracle startOracle() {
        return RedisOracle.start("embedded");
    }

    @Override
    protected Target startTarget() {
        RedisOracle newer = RedisOracle.start();
        if (newer.version().isBefore(new RedisVersion(7, 0))) {
            newer.close();
            Assumptions.abort("no redis-server from 7.0 on the PATH");
        }
        return newer;
    }
}
