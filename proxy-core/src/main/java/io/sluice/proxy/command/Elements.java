package io.sluice.proxy.command;

import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.type.list.ElementVisitor;
import java.util.Arrays;

/** An array of elements on their way from a list to a reply, as parts of the arrays that they are stored in. */
final class Elements implements ElementVisitor {
    private final Reply[] replies;
    private int count;

    /** @param expected how many will come, at most */
    Elements(long expected) {
        if (expected > Integer.MAX_VALUE - 8) {
            throw new CommandException("ERR more elements than a reply can hold");
        }
        this.replies = new Reply[(int) expected];
    }

    @Override
    public boolean visit(byte[] bytes, int offset, int length) {
        replies[count++] = Reply.bulk(bytes, offset, length);
        return true;
    }

    Reply reply() {
        return Reply.array(count == replies.length ? replies : Arrays.copyOf(replies, count));
    }
}
