package io.sluice.kv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.kv.WriteBatch.Kind;
import io.sluice.kv.WriteBatch.Op;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WriteBatchTest {
    /** A row of a key and a value of one byte each, as a caller of many has it. */
    private record Letters(char name, char letter) implements WriteBatch.Operation {
        @Override
        public Kind kind() {
            return letter == ' ' ? Kind.DELETE : Kind.PUT;
        }

        @Override
        public int slot() {
            return 7;
        }

        @Override
        public int keyLength() {
            return 1;
        }

        @Override
        public int valueLength() {
            return kind() == Kind.PUT ? 1 : 0;
        }

        @Override
        public void putKey(byte[] target, int at) {
            target[at] = (byte) name;
        }

        @Override
        public void putValue(byte[] target, int at) {
            target[at] = (byte) letter;
        }
    }

    private record Many(List<Letters> rows) implements WriteBatch.Changes {
        @Override
        public int size() {
            return rows.size();
        }

        @Override
        public long bytes() {
            return rows.size() * 20L;
        }

        @Override
        public int longestKey() {
            return 3;
        }

        @Override
        public <X extends Exception> void forEach(WriteBatch.Action<X> action) throws X {
            for (Letters row : rows) {
                action.accept(row);
            }
        }
    }

    private static final Many MANY = new Many(List.of(new Letters('a', 'x'), new Letters('b', ' ')));

    private static String text(Op op) {
        byte[] value = op.value();
        return op.kind() + " " + op.slot() + " " + new String(op.key()) + " "
                + (value == null ? null : new String(value));
    }

    @Test
    void manyComeBehindWhatWasAddedOneByOne() {
        WriteBatch batch = new WriteBatch()
                .requireAbsent(7, new byte[] {'g'})
                .put(7, new byte[] {'p'}, new byte[] {'y'})
                .addAll(MANY);
        List<String> seen = new ArrayList<>();
        batch.forEach(each -> seen.add(each.kind() + " " + new String(each.key())));
        assertThat(seen).containsExactly("REQUIRE_ABSENT g", "PUT p", "PUT a", "DELETE b");
        assertThat(batch.ops().stream().map(WriteBatchTest::text))
                .containsExactly("REQUIRE_ABSENT 7 g null", "PUT 7 p y", "PUT 7 a x", "DELETE 7 b null");
    }

    @Test
    void manyAreCountedAsTheySay() {
        WriteBatch batch = new WriteBatch().requireAbsent(7, new byte[2]).addAll(MANY);
        assertThat(batch.isGuarded()).isTrue();
        assertThat(batch.rows()).isEqualTo(2);
        assertThat(batch.size()).isEqualTo(3);
        assertThat(batch.bytes()).isEqualTo(2 + WriteBatch.OP_OVERHEAD + 2 * 20);
        assertThat(batch.longestKey()).isEqualTo(3);
    }

    @Test
    void nothingIsAddedBehindMany() {
        WriteBatch batch = new WriteBatch().addAll(MANY);
        assertThatThrownBy(() -> batch.delete(7, new byte[1])).isInstanceOf(IllegalStateException.class);
        assertThat(batch.size()).isEqualTo(2);
    }
}
