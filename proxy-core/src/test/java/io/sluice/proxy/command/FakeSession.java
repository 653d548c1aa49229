package io.sluice.proxy.command;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** A session without a socket, that remembers what was done to it. */
final class FakeSession implements Session {
    final long id;
    int db;
    int protocol = 2;
    byte[] name = new byte[0];
    String libraryName = "";
    String libraryVersion = "";
    boolean authenticated = true;
    boolean local = true;
    boolean noEvict;
    boolean noTouch;
    boolean closed;
    boolean closesAfterReplies;
    boolean wasReset;
    Replies replies = Replies.ON;
    Waiting waiting;
    Boolean unblockedAsError;
    Transaction transaction;
    boolean inExec;
    int unwatched;
    private ScheduledExecutorService executor;

    FakeSession(long id) {
        this.id = id;
    }

    @Override
    public int db() {
        return db;
    }

    @Override
    public void select(int number) {
        db = number;
    }

    @Override
    public Transaction transaction() {
        return transaction;
    }

    @Override
    public void transaction(Transaction now) {
        transaction = now;
    }

    @Override
    public boolean isInExec() {
        return inExec;
    }

    @Override
    public void unwatch() {
        unwatched++;
    }

    @Override
    public int protocol() {
        return protocol;
    }

    @Override
    public void protocol(int version) {
        protocol = version;
    }

    @Override
    public void replies(Replies mode) {
        replies = mode;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public String address() {
        return "127.0.0.1:" + (50000 + id);
    }

    @Override
    public String localAddress() {
        return "127.0.0.1:6379";
    }

    @Override
    public boolean isLocal() {
        return local;
    }

    @Override
    public Type type() {
        return Type.NORMAL;
    }

    @Override
    public byte[] name() {
        return name;
    }

    @Override
    public void name(byte[] given) {
        name = given;
    }

    @Override
    public void library(String libName, String libVersion) {
        libraryName = libName == null ? libraryName : libName;
        libraryVersion = libVersion == null ? libraryVersion : libVersion;
    }

    @Override
    public boolean isAuthenticated() {
        return authenticated;
    }

    @Override
    public void authenticated(boolean now) {
        authenticated = now;
    }

    @Override
    public void noEvict(boolean on) {
        noEvict = on;
    }

    @Override
    public void noTouch(boolean on) {
        noTouch = on;
    }

    @Override
    public void reset() {
        wasReset = true;
    }

    @Override
    public String describe() {
        return "id=" + id;
    }

    @Override
    public ScheduledExecutorService executor() {
        if (executor == null) {
            executor = Executors.newSingleThreadScheduledExecutor(task -> {
                Thread thread = new Thread(task, "session");
                thread.setDaemon(true);
                return thread;
            });
        }
        return executor;
    }

    @Override
    public void waiting(Waiting now) {
        waiting = now;
    }

    @Override
    public boolean unblock(boolean asError) {
        unblockedAsError = asError;
        return waiting != null;
    }

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public void closeAfterReplies() {
        closesAfterReplies = true;
    }
}
