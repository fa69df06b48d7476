import assert from "node:assert/strict";
import type { TLSSocket } from "node:tls";
import { WebSocket } from "ws";
import type { Wire, WireListener } from "#engine/ports/link.ts";
import { peerOf } from "./tls.ts";
import type { UnauthenticatedPeers } from "./unauthenticated-peers.ts";

/**
 * Maximum length of a frame, in bytes. The engine's frames have at most 4 Mi characters, each with at most three bytes
 * in UTF-8. The engine splits longer messages.
 */
export const frameLimitBytes = 16 * 1024 * 1024;
/** Default maximum number of sent bytes that wait for a slow reader. If more bytes wait, the connection is closed. */
export const defaultBacklogLimitBytes = 256 * 1024 * 1024;
/** Number of waiting bytes from which {@link Wire.drained} returns a promise: 100 ms at 40 MB a second. */
const drainAboveBytes = 4 * 1024 * 1024;
/** Maximum time to wait for the other end to confirm a close, in milliseconds. */
const closingMilliseconds = 2_000;
const normalClosure = 1000;
const unsupportedData = 1003;

/** A wire on a WebSocket, with functions for the link that owns it. */
export type ManagedWire = Wire &
  Readonly<{
    /**
     * Closes the connection at once. The listener's `closed` is called with the earliest reason,
     * which is `reason` if there was none before.
     */
    break(reason: string): void;
    /** Closes the connection at once, without calling `closed`. */
    drop(): void;
  }>;

export type WireOptions = Readonly<{
  webSocket: WebSocket;
  /** Maximum number of sent bytes that wait for the other end. */
  backlogLimit: number;
  /** Limits the data that the peer may send before `trust` is called. */
  unauthenticatedPeers: UnauthenticatedPeers;
  /** TLS socket of the WebSocket. Omitted if this cluster dials, because the socket is not yet known. */
  socket?: TLSSocket;
  /** Called once with the new wire. Returns the listener of its events. */
  listen: (wire: Wire) => WireListener;
  /** Called when the wire is closed, before `closed` of the listener. */
  ended: () => void;
}>;

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

  function settle(): void {
    if (isOpen() && webSocket.bufferedAmount >= drainAboveBytes) return;
    drain?.resolve();
    drain = undefined;
  }

  /** Holds back the frames of one turn of the event loop, to send them together. */
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
