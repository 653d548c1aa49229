package io.sluice.proxy.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.uring.IoUring;
import io.sluice.proxy.config.BindAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransportTest {
    private static final BindAddress LOOPBACK = new BindAddress("127.0.0.1", false);

    @ParameterizedTest
    @CsvSource({"6.18.44-x,true", "5.12.0,true", "5.11.22-generic,false", "4.18.0-553.el8,false", "10.0,true", "x,false"
    })
    void ringsAreForKernelsThatDoNotLimitTheirMemory(String kernel, boolean may) {
        assertThat(Transport.hasRingsWithoutLimit(kernel)).isEqualTo(may);
    }

    @Test
    void autoTakesRingsUnlessAllAddressesOfAFamilyAreBound() throws Exception {
        assumeTrue(IoUring.isAvailable() && Transport.hasRingsWithoutLimit(System.getProperty("os.version")));
        assertThat(Transport.choose("auto", List.of(LOOPBACK))).isEqualTo(Transport.IO_URING);
        for (String all : new String[] {"0.0.0.0", "::"}) {
            List<BindAddress> addresses = List.of(LOOPBACK, new BindAddress(all, true));
            assertThat(Transport.choose("auto", addresses)).isNotEqualTo(Transport.IO_URING);
            assertThat(Transport.choose("io_uring", addresses)).isEqualTo(Transport.IO_URING);
        }
    }
}
