import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { WebSocket, WebSocketServer } from "ws";

/** A WebSocket of the package `ws` and nothing else, with both its ends in this process, as clusters of one stage have them. */
export interface RawFrames extends AsyncDisposable {
  /** Sends `frame` so many times, each as a text frame of its own; resolves to how many arrived a second. */
  perSecond(frame: string, count: number): Promise<number>;
}

export async function rawFrames(): Promise<RawFrames> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const accepted = once(server, "connection");
  const receiver = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false });
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
    async [Symbol.asyncDispose]() {
      receiver.terminate();
      sender.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
