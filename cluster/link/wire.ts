import assert from "node:assert/strict";
import type { TLSSocket } from "node:tls";
import { WebSocket } from "ws";
import type { Wire, WireListener } from "#engine/ports/link.ts";
import { peerOf } from "./tls.ts";
import type { UnauthenticatedPeers } from "./unauthenticated-peers.ts";

/** The engine's frames have 4 Mi characters at most; as UTF-8 each takes three bytes at most. What is longer goes in parts. */
export const frameLimitBytes = 16 * 1024 * 1024;
/** How much may wait for a slow reader. It dials again and is brought up to date in another way. */
export const defaultBacklogLimitBytes = 256 * 1024 * 1024;
/** How much may wait for a reader before those who can hold back shall. Enough to fill a link of 100 ms at 40 MB a second. */
const drainAboveBytes = 4 * 1024 * 1024;
/** How long the other end may take to agree that a wire is closed. */
const closingMilliseconds = 2_000;
/** WebSocket's codes: all is well; a kind of frame that is not spoken here (RFC 6455, 7.4.1). */
const normalClosure = 1000;
const unsupportedData = 1003;

/** A wire over a WebSocket, with the controls that only the link uses. */
export type KeptWire = Wire &
  Readonly<{
    /** Cuts it off; its holder is told `reason`. */
    break(reason: string): void;
    /** Drops it; its holder is told nothing any more. */
    drop(): void;
  }>;

export type WireOptions = Readonly<{
  webSocket: WebSocket;
  /** How much may wait for the other end to read, in bytes. */
  backlogLimit: number;
  /** The set that counts the other end until the wire is trusted. */
  unauthenticatedPeers: UnauthenticatedPeers;
  /** What the WebSocket runs on, where that is known already. */
  socket?: TLSSocket;
  /** Asked once, before anything can be told. */
  listen: (wire: Wire) => WireListener;
  /** Called when the wire is no more, before its holder is told. */
  ended: () => void;
}>;

/** Makes a wire of a WebSocket and tells its holder what happens to it. */
export function wireOver({
  webSocket,
  backlogLimit,
  unauthenticatedPeers,
  listen,
  ended,
  ...known
}: WireOptions): KeptWire {
  let { socket } = known;
  let corked = false;
  let reason = "";
  let told = false;
  let patience: NodeJS.Timeout | undefined;
  let drain: PromiseWithResolvers<void> | undefined;

  webSocket.once("upgrade", (response) => {
    const upgraded = response.socket as TLSSocket;
    socket = upgraded;
    unauthenticatedPeers.meet(upgraded);
    // The WebSocket listens to it once this event is over.
    webSocket.once("open", () => unauthenticatedPeers.count(upgraded));
  });

  function over(why: string): void {
    ended();
    if (told) return;
    told = true;
    listener.closed(why);
  }

  function breakOff(why: string): void {
    reason ||= why;
    webSocket.terminate();
  }

  const isOpen = () => webSocket.readyState === WebSocket.OPEN;

  /** Ends the wait of those who would send more, when the other end has taken enough, or never will. */
  function settle(): void {
    if (isOpen() && webSocket.bufferedAmount >= drainAboveBytes) return;
    drain?.resolve();
    drain = undefined;
  }

  /** Frames that are sent in one turn of the event loop leave in one packet. */
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

  const wire: KeptWire = {
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
      patience ??= setTimeout(() => webSocket.terminate(), closingMilliseconds);
    },
    break: breakOff,
    drop() {
      told = true;
      breakOff("dropped here");
    },
  };
  const listener = listen(wire);
  webSocket.on("open", () => told || listener.opened());
  webSocket.on("message", (data: Buffer, isBinary) => {
    if (isBinary) webSocket.close(unsupportedData, "frames are text");
    else if (!told) listener.received(data.toString("utf8"));
  });
  webSocket.on("error", (error: NodeJS.ErrnoException) => {
    reason ||= error.message || error.code || error.name;
  });
  webSocket.on("close", (code, said) => {
    clearTimeout(patience);
    settle();
    over(reason || said.toString() || (code === normalClosure ? "closed by the other end" : "the connection broke"));
  });
  return wire;
}
