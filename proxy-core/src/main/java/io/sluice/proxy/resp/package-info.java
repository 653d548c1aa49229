/**
 * The Redis protocol: requests out of bytes, replies into bytes. Knows the JDK and Netty's buffers, nothing of commands,
 * keys or storage.
 */
@NullMarked
package io.sluice.proxy.resp;

import org.jspecify.annotations.NullMarked;
