import type { Certificates } from "#engine/ports/certificates.ts";
import type { Cryptography } from "#engine/ports/cryptography.ts";
import type { Credentials, Wire } from "#engine/ports/link.ts";
import { protocolVersion } from "#engine/replication/protocol/message.ts";
import { newIdentity } from "#engine/replication/runtime/identity.ts";
import type { Event } from "#harness/history/event.ts";
import type { Recorder } from "#harness/history/recorder.ts";
import type { Network } from "./network.ts";
import { type Random, random } from "./random.ts";
import type { Scheduler } from "./scheduler.ts";
import { simulatedCryptography } from "./simulated-cryptography.ts";

const name = "intruder";
const host = `${name}.simulated`;
const addresses = { api: `http://${host}:8200`, cluster: `wss://${host}:8201` } as const;
const credit = 1_000_000;

export type IntruderOptions = Readonly<{
  seed: number;
  scheduler: Scheduler;
  network: Network;
  recorder: Recorder;
  certificates: Certificates;
}>;

/**
 * A party on the network that belongs to no replication set. It has a key pair of its own and knows the public id of a
 * set, but has no secret or certificate that proves membership. If a cluster accepts its connection, it requests a full
 * copy and forwards a write.
 */
export class Intruder {
  readonly #options: IntruderOptions;
  readonly #random: Random;
  #set = "";
  #credentials: Credentials | undefined;

  constructor(options: IntruderOptions) {
    this.#options = options;
    this.#random = random(options.seed, name);
  }

  /** Receives the events of the history, from which the intruder learns the id of the replication set. */
  readonly take = (event: Event): void => {
    if (event.type !== "frame" || event.kind !== "introduction" || event.from === name) return;
    if (typeof event.about?.set === "string") this.#set = event.about.set;
  };

  /** Connects to a cluster and claims to be its secondary with the given id. */
  dial(cluster: Readonly<{ name: string; address: string }>, id: string): void {
    const { network, recorder } = this.#options;
    recorder.note({ type: "fault", kind: name, parties: [name, cluster.name], about: { id } });
    const send = (frame: object) => wire.send(JSON.stringify(frame));
    const secret = this.#random.bytes(16).toHex();
    const introduction = { type: "introduction", protocol: protocolVersion, id, set: this.#set, secret, addresses };
    const wire: Wire = network.dial({ from: host, credentials: this.#shown() }, cluster.address, {
      opened: () => send(introduction),
      received(text) {
        if (!text.startsWith(`{"type":"welcome"`)) return;
        for (const frame of requests) send(frame);
      },
      closed() {},
    });
  }

  #shown(): Credentials {
    const { certificates, scheduler } = this.#options;
    const cryptography: Cryptography = simulatedCryptography(this.#random);
    const clock = { now: () => scheduler.now(), at: scheduler.at.bind(scheduler) };
    const entropy = { bytes: (count: number) => this.#random.bytes(count) };
    this.#credentials ??= newIdentity({ certificates, cryptography, entropy, clock }).credentials;
    return this.#credentials;
  }
}

const requests = [
  {
    type: "message",
    message: {
      type: "hello",
      ...{ index: 0, reach: 0, history: [], copied: null, comparing: false, filtered: [], credit },
      claim: { epoch: 0, id: "" },
    },
  },
  {
    type: "call",
    id: 1,
    call: {
      ...{ requestId: "intrusion", verb: "write", namespace: "", path: "sys/policies/acl/intruder" },
      ...{ fieldsText: JSON.stringify({ policy: `path "*" { capabilities = ["read"] }` }), displayName: name },
      ...{ entityId: "", remoteAddress: "10.0.0.66", policies: ["root"], policyNamespace: "", wrapSeconds: null },
    },
  },
];
