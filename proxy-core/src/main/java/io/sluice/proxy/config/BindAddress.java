package io.sluice.proxy.config;

import java.util.ArrayList;
import java.util.List;

/**
 * One of the addresses of the setting {@code bind}.
 *
 * @param host an address or a name; {@code 0.0.0.0} and {@code ::} for all addresses of a family
 * @param optional whether Sluice starts although this machine does not have the address
 */
public record BindAddress(String host, boolean optional) {
    static final String ALLOWED = "addresses, or '*' for all of them";
    private static final String ALL_OF_IPV4 = "0.0.0.0";
    private static final String ALL_OF_IPV6 = "::";

    /** Whether it stands for all IPv4 addresses. */
    public boolean isAllOfIpv4() {
        return host.equals(ALL_OF_IPV4);
    }

    /** Whether it stands for all IPv6 addresses. */
    public boolean isAllOfIpv6() {
        return host.equals(ALL_OF_IPV6);
    }

    static List<BindAddress> parse(String value) throws InvalidValueException {
        List<BindAddress> addresses = new ArrayList<>();
        for (String word : value.strip().split("\\s+")) {
            boolean optional = word.startsWith("-");
            String host = optional ? word.substring(1) : word;
            if (host.isEmpty()) {
                throw new InvalidValueException("Invalid bind address", ALLOWED);
            }
            addresses.add(new BindAddress(allOfFamily(host), optional));
        }
        return List.copyOf(addresses);
    }

    private static String allOfFamily(String host) {
        return switch (host) {
            case "*" -> ALL_OF_IPV4;
            case "::*" -> ALL_OF_IPV6;
            default -> host;
        };
    }
}
