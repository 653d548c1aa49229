package io.sluice.proxy.type.geo;

/** A place on the earth, in degrees. */
public record Position(double longitude, double latitude) {
    static final double MIN_LONGITUDE = -180;
    static final double MAX_LONGITUDE = 180;
    /** Where the square map of EPSG:3857 ends: there is no geohash nearer to the poles. */
    static final double MIN_LATITUDE = -85.05112878;

    static final double MAX_LATITUDE = 85.05112878;

    /** Whether there is a geohash for it. */
    public boolean isOnTheMap() {
        return longitude >= MIN_LONGITUDE
                && longitude <= MAX_LONGITUDE
                && latitude >= MIN_LATITUDE
                && latitude <= MAX_LATITUDE;
    }
}
