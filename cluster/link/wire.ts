import assert from "node:assert/strict";
import type { TLSSocket } from "node:tls";
import { WebSocket } from "ws";
import type { Wire, WireListener } from "#engine/ports/link.ts";
import { peerOf } from "./tls.ts";
import type { UnauthenticatedPeers } from "./unauthenticated-peers.ts";

/**
 * Maximum length of a frame in bytes. The engine's frames have at most 4 Mi characters, each with
 * at most three bytes in UTF-8; longer messages are split.
 */
export const frameLimitBytes = 16 * 1024 * 1024;
/** Default maximum number of bytes that wait for a slow reader, which then reconnects. */
export const defaultBacklogLimitBytes = 256 * 1024 * 1024;
/** Number of waiting bytes above which senders should pause: 100 ms at 40 MB a second. */
const drainAboveBytes = 4 * 1024 * 1024;
/** Maximum time for the other end to confirm a close, in milliseconds. */
const closingMilliseconds = 2_000;
/** WebSocket status codes: normal closure, and unsupported data (RFC 6455, 7.4.1). */
const normalClosure = 1000;
const unsupportedData = 1003;

/** A wire over a WebSocket, with controls for the link only. */
export type ManagedWire = Wire &
  Readonly<{
    /** Disconnects; the listener gets `reason`. */
    break(reason: string): void;
    /** Disconnects without notifying the listener. */
    drop(): void;
  }>;

export type WireOptions = Readonly<{
  webSocket: WebSocket;
  /** Maximum number of bytes that wait for the other end. */
  backlogLimit: number;
  /** Limits what the peer may send until the wire is trusted. */
  unauthenticatedPeers: UnauthenticatedPeers;
  /** The WebSocket's TLS socket, if it is known already. */
  socket?: TLSSocket;
  /** Called once, before any event, for the wire's listener. */
  listen: (wire: Wire) => WireListener;
  /** Called when the wire has ended, before its listener. */
  ended: () => void;
}>;

/** Creates a wire from a WebSocket and forwards its events to the listener. */
export function wireOver({
  webSocket,
  backlogLimit,
  unauthenticatedPeers,
  listen,
  ended,
  ...known
}: WireOptions): ManagedWire {
  let { socket } = known;
  let corked = false;
  let reason = "";
  let isClosedReported = false;
  let closeTimer: NodeJS.Timeout | undefined;
  let drain: PromiseWithResolvers<void> | undefined;

  webSocket.once("upgrade", (response) => {
    const upgraded = response.socket as TLSSocket;
    socket = upgraded;
    unauthenticatedPeers.add(upgraded);
    // The WebSocket listens to the socket after this event.
    webSocket.once("open", () => unauthenticatedPeers.count(upgraded));
  });

  function over(why: string): void {
    ended();
    if (isClosedReported) return;
    isClosedReported = true;
    listener.closed(why);
  }

  function breakOff(why: string): void {
    reason ||= why;
    webSocket.terminate();
  }

  const isOpen = () => webSocket.readyState === WebSocket.OPEN;

  /** Resolves the wait of senders when the other end has read enough, or is gone. */
  function settle(): void {
    if (isOpen() && webSocket.bufferedAmount >= drainAboveBytes) return;
    drain?.resolve();
    drain = undefined;
  }

  /** Joins the frames sent in one turn of the event loop into one packet. */
  function cork(): void {
    if (corked || !socket) return;
    const corkable = socket;
    corked = true;
    corkable.cork();
    setImmediate(() => {
      corked = false;
      corkable.uncork();
    });
  }

  const wire: ManagedWire = {
    get peer() {
      return socket && peerOf(socket);
    },
    send(frame) {
      assert.notEqual(webSocket.readyState, WebSocket.CONNECTING, "a frame was sent before the wire was open");
      if (!isOpen()) return;
      cork();
      webSocket.send(frame, settle);
      if (webSocket.bufferedAmount > backlogLimit) {
        breakOff(`the other end is too slow: more than ${backlogLimit} bytes wait for it`);
      }
    },
    drained() {
      if (!isOpen() || webSocket.bufferedAmount < drainAboveBytes) return undefined;
      drain ??= Promise.withResolvers();
      return drain.promise;
    },
    trust() {
      if (socket) unauthenticatedPeers.trust(socket);
    },
    close() {
      if (webSocket.readyState === WebSocket.CLOSED) return;
      reason ||= "closed here";
      webSocket.close(normalClosure);
      closeTimer ??= setTimeout(() => webSocket.terminate(), closingMilliseconds);
    },
    break: breakOff,
    drop() {
      isClosedReported = true;
      breakOff("dropped here");
    },
  };
  const listener = listen(wire);
  webSocket.on("open", () => isClosedReported || listener.opened());
  webSocket.on("message", (data: Buffer, isBinary) => {
    if (isBinary) webSocket.close(unsupportedData, "frames are text");
    else if (!isClosedReported) listener.received(data.toString("utf8"));
  });
  webSocket.on("error", (error: NodeJS.ErrnoException) => {
    reason ||= error.message || error.code || error.name;
  });
  webSocket.on("close", (code, closeReason) => {
    clearTimeout(closeTimer);
    settle();
    over(
      reason || closeReason.toString() || (code === normalClosure ? "closed by the other end" : "the connection broke"),
    );
  });
  return wire;
}
