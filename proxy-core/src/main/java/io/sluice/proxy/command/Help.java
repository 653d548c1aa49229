package io.sluice.proxy.command;

import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.resp.Reply;
import java.util.ArrayList;
import java.util.List;

/** What the HELP subcommand of a container answers: a headline, the lines about its subcommands, and one about itself. */
final class Help {
    private final String container;
    private final Reply reply;

    private Help(String container, Reply reply) {
        this.container = container;
        this.reply = reply;
    }

    /**
     * @param container in upper case
     * @param lines a subcommand's syntax in one line, and what it does in lines that begin with four spaces
     */
    static Help of(String container, String... lines) {
        List<Reply> all = new ArrayList<>();
        all.add(Reply.simple(container + " <subcommand> [<arg> [value] [opt] ...]. Subcommands are:"));
        for (String line : lines) {
            all.add(Reply.simple(line));
        }
        all.add(Reply.simple("HELP"));
        all.add(Reply.simple("    Prints this help."));
        return new Help(container, Reply.array(all));
    }

    /** The error of a subcommand that is not known, or has arguments too many: it names the help. */
    CommandException advised(Args args) {
        return new CommandException("ERR unknown subcommand or wrong number of arguments for '"
                + Text.utf8(args.bytes(1)) + "'. Try " + container + " HELP.");
    }

    Reply answer(Session session, Args args) {
        return reply;
    }
}
