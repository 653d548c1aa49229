package io.sluice.dist;

/**
 * What a backend sees of the program around it: the JDK, the interface to storage, and the logging interface. Everything
 * else (Netty above all) stays out of its sight, so that a backend brings whichever versions of libraries it needs.
 */
final class SharedClasses extends ClassLoader {
    private static final String STORAGE = "io.sluice.kv.";
    private static final String LOGGING = "org.slf4j.";

    private final ClassLoader program;

    SharedClasses(ClassLoader program) {
        super("shared-with-backends", ClassLoader.getPlatformClassLoader());
        this.program = program;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (name.startsWith(STORAGE) || name.startsWith(LOGGING)) {
            return program.loadClass(name);
        }
        throw new ClassNotFoundException(name);
    }
}
