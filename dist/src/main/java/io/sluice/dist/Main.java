package io.sluice.dist;

import java.nio.file.Path;
import java.util.List;

/** The entry point: {@code sluice [check] [file] [--name value ...]}. The launcher says where the distribution is. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) throws InterruptedException {
        String home = System.getProperty("sluice.home");
        Path distribution = home == null ? null : Path.of(home);
        Program program = new Program(distribution, new SluiceServerStarter(distribution), System.out, System.err);
        System.exit(program.run(List.of(arguments)));
    }
}
