package io.sluice.proxy.text;

/** The errors that many commands answer, word for word as Redis 7.2 does. */
public final class Errors {
    public static final String WRONGTYPE = "WRONGTYPE Operation against a key holding the wrong kind of value";
    public static final String SYNTAX = "ERR syntax error";
    public static final String NOT_AN_INTEGER = "ERR value is not an integer or out of range";
    public static final String NOT_A_FLOAT = "ERR value is not a valid float";
    public static final String OUT_OF_RANGE = "ERR value is out of range";
    public static final String NOT_POSITIVE = "ERR value is out of range, must be positive";
    public static final String NO_SUCH_KEY = "ERR no such key";
    public static final String INDEX_OUT_OF_RANGE = "ERR index out of range";
    public static final String SAME_OBJECT = "ERR source and destination objects are the same";
    public static final String OVERFLOW = "ERR increment or decrement would overflow";
    public static final String DECREMENT_OVERFLOW = "ERR decrement would overflow";
    public static final String INCREMENT_NAN = "ERR increment would produce NaN or Infinity";
    public static final String STRING_TOO_LONG = "ERR string exceeds maximum allowed size (proto-max-bulk-len)";
    public static final String OFFSET_OUT_OF_RANGE = "ERR offset is out of range";
    public static final String BIT_OFFSET = "ERR bit offset is not an integer or out of range";
    public static final String BIT_VALUE = "ERR bit is not an integer or out of range";
    public static final String HASH_VALUE_NOT_AN_INTEGER = "ERR hash value is not an integer";
    public static final String HASH_VALUE_NOT_A_FLOAT = "ERR hash value is not a float";
    public static final String MIN_OR_MAX_NOT_A_FLOAT = "ERR min or max is not a float";
    public static final String MIN_OR_MAX_NOT_A_STRING_RANGE = "ERR min or max not valid string range item";
    public static final String WEIGHT_NOT_A_FLOAT = "ERR weight value is not a float";
    public static final String SCORE_NAN = "ERR resulting score is not a number (NaN)";
    public static final String TIMEOUT_NOT_A_FLOAT = "ERR timeout is not a float or out of range";
    public static final String TIMEOUT_NOT_AN_INTEGER = "ERR timeout is not an integer or out of range";
    public static final String TIMEOUT_OUT_OF_RANGE = "ERR timeout is out of range";
    public static final String TIMEOUT_NEGATIVE = "ERR timeout is negative";
    public static final String INVALID_CURSOR = "ERR invalid cursor";
    public static final String NOVALUES_ELSEWHERE = "ERR NOVALUES option can only be used in HSCAN";
    public static final String DB_INDEX = "ERR DB index is out of range";
    public static final String BUSYKEY = "BUSYKEY Target key name already exists.";
    public static final String NOAUTH = "NOAUTH Authentication required.";
    public static final String NOPROTO = "NOPROTO unsupported protocol version";
    public static final String NOSCRIPT = "NOSCRIPT No matching script. Please use EVAL.";
    public static final String EXECABORT = "EXECABORT Transaction discarded because of previous errors.";
    public static final String CROSSSLOT = "CROSSSLOT Keys in request don't hash to the same slot";
    public static final String MISCONF = "MISCONF";
    public static final String CLUSTERDOWN = "CLUSTERDOWN Hash slot not served";
    public static final String OOM = "OOM command not allowed when used memory > 'maxmemory'.";

    private Errors() {}

    /** The command was called with too few or too many arguments. */
    public static String wrongArity(String command) {
        return "ERR wrong number of arguments for '" + command + "' command";
    }

    /** The expiry given is out of what a clock can hold. */
    public static String invalidExpire(String command) {
        return "ERR invalid expire time in '" + command + "' command";
    }
}
