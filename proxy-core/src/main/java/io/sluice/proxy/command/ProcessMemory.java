package io.sluice.proxy.command;

import io.netty.util.internal.PlatformDependent;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;

/**
 * The memory of the process, as the virtual machine accounts for it, in bytes. What a backend's native library takes is not
 * in here, but in the resident set.
 *
 * @param heapUsed objects on the heap, garbage that is not collected yet included
 * @param heapCommitted what the heap has of the system's memory
 * @param heapMax what it may have
 * @param heapPeak the most that was used
 * @param nonHeapUsed classes, compiled code
 * @param directUsed buffers for input and output
 */
record ProcessMemory(
        long heapUsed, long heapCommitted, long heapMax, long heapPeak, long nonHeapUsed, long directUsed) {

    static ProcessMemory now() {
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        MemoryUsage nonHeap = ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage();
        long peak = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getType() == MemoryType.HEAP) {
                peak += pool.getPeakUsage().getUsed();
            }
        }
        long direct = Math.max(0, PlatformDependent.usedDirectMemory()); // buffers that Netty takes past the pool below
        for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            if (pool.getName().equals("direct")) {
                direct += pool.getMemoryUsed();
            }
        }
        long max = heap.getMax() < 0 ? Long.MAX_VALUE : heap.getMax();
        return new ProcessMemory(
                heap.getUsed(), heap.getCommitted(), max, Math.max(peak, heap.getUsed()), nonHeap.getUsed(), direct);
    }

    long used() {
        return heapUsed + nonHeapUsed + directUsed;
    }

    /** The pools peak at different times, so the sum is at most too high. */
    long peak() {
        return heapPeak + nonHeapUsed + directUsed;
    }
}
