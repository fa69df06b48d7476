import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { WebSocket, WebSocketServer } from "ws";
import { linkTls } from "#cluster/link/tls.ts";
import { memberCertificates } from "#cluster/member-certificates.ts";

/** A WebSocket of `ws` over TLS with the settings of replication links. Both ends are in this process. */
export interface RawFrames extends AsyncDisposable {
  /** Sends `frame` `count` times as a text frame. Returns the number of received frames per second. */
  perSecond(frame: string, count: number): Promise<number>;
  /** Sends `frame` to the other end and back. Returns the duration in milliseconds. */
  pingPong(frame: string): Promise<number>;
}

export async function rawFrames(): Promise<RawFrames> {
  const keys = memberCertificates.keysOf(randomBytes(32));
  const now = Date.now();
  const facts = { serial: randomBytes(20), notBefore: now, notAfter: now + 3_600_000 };
  const cert = memberCertificates.authority({ commonName: "raw", keys, ...facts });
  const tls = { ...linkTls, cert, key: keys.privateKey, rejectUnauthorized: false };
  const front = createServer({ ...tls, requestCert: true });
  const server = new WebSocketServer({ server: front, perMessageDeflate: false });
  front.listen(0, "127.0.0.1");
  await once(front, "listening");
  const { port } = front.address() as AddressInfo;
  const accepted = once(server, "connection");
  const receiver = new WebSocket(`wss://127.0.0.1:${port}`, { ...tls, perMessageDeflate: false });
  await once(receiver, "open");
  const [sender] = (await accepted) as [WebSocket];
  return {
    async perSecond(frame, count) {
      const all = Promise.withResolvers<void>();
      let arrived = 0;
      const arrive = () => {
        arrived += 1;
        if (arrived === count) all.resolve();
      };
      receiver.on("message", arrive);
      const begun = performance.now();
      for (let sent = 0; sent < count; sent++) sender.send(frame);
      await all.promise;
      const milliseconds = performance.now() - begun;
      receiver.off("message", arrive);
      return (count / milliseconds) * 1000;
    },
    async pingPong(frame) {
      receiver.once("message", () => receiver.send(frame));
      const begun = performance.now();
      sender.send(frame);
      await once(sender, "message");
      return performance.now() - begun;
    },
    async [Symbol.asyncDispose]() {
      receiver.terminate();
      sender.terminate();
      await new Promise((resolve) => server.close(resolve));
      await new Promise((resolve) => front.close(resolve));
    },
  };
}
