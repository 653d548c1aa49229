package io.sluice.dist;

/** Which build this is, from the manifest of its jar. */
final class Version {
    private Version() {}

    static String text() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "development build" : version;
    }
}
