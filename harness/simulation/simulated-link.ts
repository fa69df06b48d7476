import type { Reply, Request } from "#engine/api/request.ts";
import type { Link } from "#engine/ports/link.ts";
import type { Network } from "./network.ts";
import type { Scheduler } from "./scheduler.ts";
import { type CertificateFiles, isTrustedBy } from "./trusted-by.ts";

/** A host name, an API address like `http://oslo.simulated:8200`, a link address like `wss://oslo.simulated:8201`. */
export type Addresses = Readonly<{ host: string; api: string; link: string }>;

/** The API of another cluster. `handle` rejects if that cluster is killed before it responds. */
export type Peer = Readonly<{
  host: string;
  handle(request: Request): Promise<Reply>;
  /** PEM certificate of the API, if it uses HTTPS. */
  certificate?: string | undefined;
}>;

export type SimulatedLinkOptions = Readonly<{
  addresses: Addresses;
  network: Network;
  scheduler: Scheduler;
  /** Returns the cluster with this API address, or undefined if none exists. */
  peerAt: (apiAddress: string) => Peer | undefined;
  /** Certificate files that requests can name as trusted. Default: none. */
  certificateFiles?: CertificateFiles | undefined;
}>;

/** Creates the link port of a cluster. Connections from other clusters go to the network's listener. */
export function simulatedLink(options: SimulatedLinkOptions): Link {
  const { addresses, network, scheduler, peerAt, certificateFiles = new Map() } = options;
  const { host, api, link } = addresses;
  return {
    clusterAddress: link,
    apiAddress: api,
    serveAs: (credentials) => network.serveAs(host, credentials),
    dial: (address, credentials, listener) => network.dial({ from: host, credentials }, address, listener),
    call: ({ apiAddress, method, target, token, body, timeoutMilliseconds, roots }) =>
      new Promise((resolve, reject) => {
        const fail = (why: string) => reject(new Error(`no answer from ${apiAddress}: ${why}`));
        const peer = peerAt(apiAddress);
        if (!peer) return fail("no cluster serves there");
        if (peer.certificate !== undefined && !isTrustedBy(certificateFiles, roots, peer.certificate)) {
          return fail("its certificate is not signed by a trusted authority");
        }
        const cancel = scheduler.after(timeoutMilliseconds, () => fail(`nothing within ${timeoutMilliseconds} ms`));
        const settle = (outcome: () => void) => () => {
          cancel();
          outcome();
        };
        const lose = settle(() => fail("it is unreachable"));
        const back = (kind: string, content: string, outcome: () => void) =>
          network.carry({ from: peer.host, to: host, kind, content, deliver: settle(outcome), lose });
        const deliver = () => {
          const headers = { "x-vault-token": token };
          void peer.handle({ method, target, headers, body, remoteAddress: "10.0.0.1" }).then(
            (reply) => back("api reply", reply.body, () => resolve({ status: reply.status, body: reply.body })),
            () => back("api reset", "", () => fail("the connection broke")),
          );
        };
        network.carry({ from: host, to: peer.host, kind: "api request", content: body, deliver, lose });
      }),
  };
}
