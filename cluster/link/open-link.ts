import { createServer } from "node:https";
import type { TLSSocket } from "node:tls";
import { WebSocket, WebSocketServer } from "ws";
import type { Credentials, Link, PeerCall, Wire, WireListener } from "#engine/ports/link.ts";
import { authority, type ListenAddress, listen } from "../listen.ts";
import { callPeer } from "./call-peer.ts";
import { linkTls, tlsOptions } from "./tls.ts";
import {
  defaultUnauthenticatedLimits,
  type UnauthenticatedLimits,
  type UnauthenticatedPeers,
  unauthenticatedPeers,
} from "./unauthenticated-peers.ts";
import { defaultBacklogLimitBytes, frameLimitBytes, type ManagedWire, wireOver } from "./wire.ts";

const handshakeMilliseconds = 5_000;

export type LinkOptions = ListenAddress &
  Readonly<{
    apiAddress: string;
    accept: (wire: Wire) => WireListener;
    /** Local address of connections to other clusters. Default: the system's choice. */
    localAddress?: string | undefined;
    /** Maximum number of sent bytes of a connection that wait for a slow reader. Default: 256 MiB. */
    backlogLimit?: number;
    /** Limits that replace those of {@link defaultUnauthenticatedLimits}. */
    unauthenticatedPeerLimits?: Partial<UnauthenticatedLimits>;
  }>;

/** A link that listens for other clusters. Disposing closes its wires and notifies their listeners. */
export interface OpenLink extends Link, AsyncDisposable {
  /** Closes all connections without notifying listeners. Resolves when the port is free. */
  kill(): Promise<void>;
}

export async function openLink({
  apiAddress,
  accept,
  localAddress,
  backlogLimit = defaultBacklogLimitBytes,
  unauthenticatedPeerLimits = {},
  ...place
}: LinkOptions): Promise<OpenLink> {
  const wires = new Set<ManagedWire>();
  const calls = new Set<AbortController>();
  const alone = Promise.withResolvers<void>();
  let closed: Promise<unknown> | undefined;
  const server = createServer(
    { ...linkTls, requestCert: true, rejectUnauthorized: false, handshakeTimeout: handshakeMilliseconds },
    (_request, response) => response.writeHead(426, { Connection: "close" }).end(),
  );
  server.headersTimeout = handshakeMilliseconds;
  const unauthenticatedLimits = { ...defaultUnauthenticatedLimits, ...unauthenticatedPeerLimits };
  // Separate, so that incoming connections never displace our own dials.
  const [dialling, dialled] = [
    unauthenticatedPeers(unauthenticatedLimits),
    unauthenticatedPeers(unauthenticatedLimits),
  ];
  server.on("connection", (socket) => dialling.add(socket));
  server.on("secureConnection", (socket) => dialling.count(socket));
  const clusterAddress = `wss://${authority(await listen(server, place))}`;
  const webSockets = new WebSocketServer({
    server,
    maxPayload: frameLimitBytes,
    perMessageDeflate: false,
    clientTracking: false,
    // Browsers send an Origin header; clusters do not.
    verifyClient: ({ req }, done) => done(req.headers.origin === undefined, 403),
  });
  webSockets.on("connection", (webSocket, { socket }) => {
    keep({ webSocket, socket: socket as TLSSocket, unauthenticatedPeers: dialling, listen: accept });
  });

  type NewWire = Readonly<{
    webSocket: WebSocket;
    socket?: TLSSocket;
    unauthenticatedPeers: UnauthenticatedPeers;
    listen: (wire: Wire) => WireListener;
  }>;

  function keep(options: NewWire): Wire {
    const wire: ManagedWire = wireOver({
      ...options,
      backlogLimit,
      ended: () => {
        wires.delete(wire);
        if (closed && wires.size === 0) alone.resolve();
      },
    });
    wires.add(wire);
    return wire;
  }

  async function close(end: (wire: ManagedWire) => void): Promise<void> {
    closed ??= Promise.all([alone.promise, new Promise((resolve) => server.close(resolve))]);
    webSockets.close();
    if (wires.size === 0) alone.resolve();
    for (const wire of wires) end(wire);
    for (const call of calls) call.abort(new Error("the cluster stops"));
    server.closeAllConnections();
    dialling.dropAll();
    await closed;
  }

  return {
    clusterAddress,
    apiAddress,
    serveAs(credentials) {
      try {
        server.setSecureContext({ ...linkTls, ...(credentials && tlsOptions(credentials)) });
      } catch {
        // The certificate and the key do not match, so nothing can be proved.
        server.setSecureContext(linkTls);
      }
    },
    dial(address, credentials, listener) {
      if (closed) return unreachable(listener, "the cluster stops");
      const url = URL.canParse(address) ? new URL(address) : undefined;
      if (!url || !/^(?:wss|https):$/.test(url.protocol)) {
        return unreachable(listener, "not the address of a cluster");
      }
      const webSocket = webSocketTo(url, credentials, localAddress);
      if (!webSocket) return unreachable(listener, "the certificate to show and the private key are no pair");
      return keep({ webSocket, unauthenticatedPeers: dialled, listen: () => listener });
    },
    async call(call: PeerCall) {
      const abort = new AbortController();
      calls.add(abort);
      try {
        return await callPeer(call, abort.signal, localAddress);
      } finally {
        calls.delete(abort);
      }
    },
    kill: () => close((wire) => wire.drop()),
    [Symbol.asyncDispose]: () => close((wire) => wire.close()),
  };
}

function webSocketTo({ host }: URL, credentials: Credentials, localAddress?: string): WebSocket | undefined {
  try {
    return new WebSocket(`wss://${host}`, {
      ...linkTls,
      ...tlsOptions(credentials),
      rejectUnauthorized: false,
      handshakeTimeout: handshakeMilliseconds,
      maxPayload: frameLimitBytes,
      perMessageDeflate: false,
      followRedirects: false,
      ...(localAddress === undefined ? {} : { localAddress }),
    });
  } catch {
    return undefined;
  }
}

/** Returns a wire that is already closed. The listener's `closed` is called after `dial` has returned. */
function unreachable(listener: WireListener, reason: string): Wire {
  setImmediate(() => listener.closed(reason));
  return { peer: undefined, send() {}, close() {} };
}
