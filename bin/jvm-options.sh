# How the JVM is run. Sourced by the launcher, which sets:
#   java_major  the major version of the JDK      cores  the number of processors
#   memory_mb   the memory of the machine, or of the container, in MiB
# It sets jvm_options. SLUICE_HEAP and SLUICE_JAVA_OPTS come from whoever starts Sluice, and win.

# The collector, by what is there:
#
#   JDK 21+, 4 cores, 8 GiB or more   generational ZGC: pauses below a millisecond whatever the size of the cache;
#                                     it pays with memory and with processor time of its own
#   anything smaller                  G1: bounded pauses without a core to spare
#
# Never the Serial or Parallel collector, which the JVM itself would take on a small machine: the cache is a large old
# generation that writes renew all the time, and collecting all of it at once stops every client.
# Whoever names a collector gets that one: the JVM refuses to start with two.
chosen=
for option in ${SLUICE_JAVA_OPTS:-}; do
    case $option in -XX:+Use*GC) chosen=yes ;; esac
done
if [ -n "$chosen" ]; then
    jvm_options=
elif [ "$java_major" -ge 21 ] && [ "$cores" -ge 4 ] && [ "$memory_mb" -ge 8192 ]; then
    jvm_options="-XX:+UseZGC"
    if [ "$java_major" -lt 23 ]; then
        jvm_options="$jvm_options -XX:+ZGenerational"
    fi
else
    # Between two costs: what waits in the journal is moved by each collection, so that fewer and longer ones move less of it; but what comes into the
    # cache is the same in all, and who waits for a long one waits for all that gathered meanwhile. Where what waits takes as long as this, collections
    # come one upon the other. docs/optimisations.md has both.
    jvm_options="-XX:+UseG1GC -XX:MaxGCPauseMillis=70"
    # What the first collection waits for is memory that an idle server has touched, and each of its first connections touches more
    # of it. Under load the young generation grows by itself, to the usual 60 % of the heap, as far as the pauses allow.
    jvm_options="$jvm_options -XX:+UnlockExperimentalVMOptions -XX:G1NewSizePercent=3"
    # What survives a collection is what waits in the journal, for a second at most, and values that the cache took in, which stay. What
    # waits dies before it has survived three, if there is room for the survivors of two; else it would fill the old generation, in pages
    # that the system has to give and to clear.
    jvm_options="$jvm_options -XX:MaxTenuringThreshold=2 -XX:SurvivorRatio=2 -XX:TargetSurvivorRatio=90"
    # The heap grows for what is kept in it, not so that collections become rarer: new pages cost more than these.
    jvm_options="$jvm_options -XX:GCTimeRatio=1"
    # References which writes change in the cache are left to the pauses, instead of to threads that follow them all the time.
    # docs/optimisations.md has what these two save.
    if [ "$java_major" -ge 21 ] && [ "$java_major" -le 25 ]; then
        jvm_options="$jvm_options -XX:+UnlockDiagnosticVMOptions -XX:-G1UseConcRefinement"
    fi
    # Heap and compiled code on huge pages, where the system gives them to who asks: in a virtual machine, whose pages are translated
    # twice, a miss of the TLB costs more than the miss of the cache that comes with it. ADR 23 has what it gives and what it costs.
    if grep -Eqs '\[(always|madvise)\]' /sys/kernel/mm/transparent_hugepage/enabled; then
        jvm_options="$jvm_options -XX:+UseTransparentHugePages"
    fi
fi

# A third of the memory for the heap. The store's cache, the network's buffers and the system's file cache have the rest.
if [ -n "${SLUICE_HEAP:-}" ]; then
    jvm_options="$jvm_options -Xms$SLUICE_HEAP -Xmx$SLUICE_HEAP"
else
    jvm_options="$jvm_options -XX:InitialRAMPercentage=8 -XX:MaxRAMPercentage=33"
fi

# A process that ran out of memory in the middle of something promises nothing any more: end it. The data is safe.
jvm_options="$jvm_options -XX:+ExitOnOutOfMemoryError"

# HBase and Netty read the JDK's own buffers; a JDK that keeps them closed makes them slower, and HBase complain.
jvm_options="$jvm_options --add-opens=java.base/java.nio=ALL-UNNAMED"

# RocksDB and Netty call native code, and Netty addresses memory directly; newer JDKs warn unless they are told so.
if [ "$java_major" -ge 22 ]; then
    jvm_options="$jvm_options --enable-native-access=ALL-UNNAMED"
fi
if [ "$java_major" -ge 24 ]; then
    jvm_options="$jvm_options --sun-misc-unsafe-memory-access=allow"
fi

# Netty's events for JDK Flight Recorder start that recorder with the first buffer, which the first client waits for.
jvm_options="$jvm_options -Dio.netty.jfr.enabled=false"

# Netty takes a stack trace of every 128th buffer to find those that leak; the tests look at every one of them instead.
jvm_options="$jvm_options -Dio.netty.leakDetection.level=disabled"

# Object headers of 8 bytes instead of 12 to 16: more of the cache in the same heap.
if [ "$java_major" -ge 25 ]; then
    jvm_options="$jvm_options -XX:+UseCompactObjectHeaders"
fi
