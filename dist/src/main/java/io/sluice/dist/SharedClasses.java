package io.sluice.dist;

/**
 * What a backend sees of the program around it: the JDK, the interface to storage, and the logging interface. Everything
 * else (Netty above all) stays out of its sight, so that a backend brings whichever versions of libraries it needs.
 *
 * <p>RocksDB's classes are the program's too: its native code calls back from threads of its own, and a thread without a Java
 * frame sees what is on the class path alone (JNI's {@code FindClass}). Its backend checks that.
 */
final class SharedClasses extends ClassLoader {
    private static final String STORAGE = "io.sluice.kv.";
    private static final String LOGGING = "org.slf4j.";
    private static final String ROCKSDB = "org.rocksdb.";

    private final ClassLoader program;

    SharedClasses(ClassLoader program) {
        super("shared-with-backends", ClassLoader.getPlatformClassLoader());
        this.program = program;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (name.startsWith(STORAGE) || name.startsWith(LOGGING) || name.startsWith(ROCKSDB)) {
            return program.loadClass(name);
        }
        throw new ClassNotFoundException(name);
    }
}
