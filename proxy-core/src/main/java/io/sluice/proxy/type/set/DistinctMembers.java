package io.sluice.proxy.type.set;

import io.sluice.proxy.engine.CommandContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Members in the order in which they came, each once. Found by the store's seeded hash, so that nobody can send members
 * that share one.
 */
final class DistinctMembers {
    private static final int SMALLEST_TABLE = 16;

    private final CommandContext context;
    private final List<byte[]> members;
    /** Open addressing: the index of a member, plus 1; 0 is free. */
    private int[] table;
    /** The hashes, by index. */
    private int[] hashes;

    DistinctMembers(CommandContext context, int expected) {
        this.context = context;
        this.members = new ArrayList<>(expected);
        this.table = new int[Math.max(SMALLEST_TABLE, Integer.highestOneBit(Math.max(1, expected)) << 2)];
        this.hashes = new int[table.length / 2];
    }

    boolean contains(byte[] member) {
        return table[find(member, context.elementHash(member))] != 0;
    }

    /** Where the member is in the table, or would be. */
    private int find(byte[] member, int hash) {
        int slot = hash & (table.length - 1);
        while (table[slot] != 0) {
            int index = table[slot] - 1;
            if (hashes[index] == hash && Arrays.equals(members.get(index), member)) {
                break;
            }
            slot = (slot + 1) & (table.length - 1);
        }
        return slot;
    }

    /** False if it was there. */
    boolean add(byte[] member) {
        int hash = context.elementHash(member);
        int slot = find(member, hash);
        if (table[slot] != 0) {
            return false;
        }
        if (members.size() == hashes.length) {
            grow();
            slot = freeSlot(hash);
        }
        hashes[members.size()] = hash;
        members.add(member);
        table[slot] = members.size();
        return true;
    }

    private void grow() {
        table = new int[table.length * 2];
        hashes = Arrays.copyOf(hashes, table.length / 2);
        for (int i = 0; i < members.size(); i++) {
            table[freeSlot(hashes[i])] = i + 1;
        }
    }

    private int freeSlot(int hash) {
        int slot = hash & (table.length - 1);
        while (table[slot] != 0) {
            slot = (slot + 1) & (table.length - 1);
        }
        return slot;
    }

    int size() {
        return members.size();
    }

    /** In the order they came. Not copied. */
    List<byte[]> asList() {
        return members;
    }

    /** As a list of their own, in an order. */
    List<byte[]> sorted(Comparator<byte[]> order) {
        List<byte[]> sorted = new ArrayList<>(members);
        sorted.sort(order);
        return sorted;
    }
}
