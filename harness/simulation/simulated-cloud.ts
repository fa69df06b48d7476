import type { Cloud, CloudReply, CloudRequest } from "#engine/ports/cloud.ts";
import type { CloudProvider, CloudStandIn } from "#harness/cloud/cloud-provider.ts";
import { addUser, removeUser } from "#harness/cloud/embedded/administration.ts";
import { answer } from "#harness/cloud/embedded/answer.ts";
import { type CloudState, createCloudState } from "#harness/cloud/embedded/cloud-state.ts";
import { StandIn } from "#harness/cloud/embedded/stand-in.ts";
import type { HttpReply, HttpRequest } from "#harness/cloud/http-message.ts";
import type { Network } from "./network.ts";
import type { Random } from "./random.ts";
import type { Scheduler } from "./scheduler.ts";

const host = "cloud.simulated";
const account = "123456789012";
const region = "us-east-1";

/** The cloud of one simulation: it verifies signatures as the embedded one does, by the virtual clock. */
export class SimulatedCloud {
  readonly #state: CloudState;
  readonly #network: Network;
  readonly provider: CloudProvider;
  /** What answers at each host. */
  readonly #endpoints: Map<string, (request: HttpRequest) => HttpReply>;

  constructor({ scheduler, network, random }: { scheduler: Scheduler; network: Network; random: Random }) {
    this.#state = createCloudState({
      account,
      region,
      now: () => scheduler.now(),
      random: (count) => random.bytes(count),
    });
    this.#network = network;
    const pass = (request: HttpRequest) => answer(this.#state, request);
    const endpoints = new Map([[host, pass]]);
    this.#endpoints = endpoints;
    const standIns = new Map<string, CloudStandIn>();
    const { accessKeyId, secretAccessKey } = addUser(this.#state, "administrator");
    this.provider = {
      description: "simulated",
      url: `http://${host}`,
      account,
      region,
      administrator: { accessKeyId, secretAccessKey },
      capabilities: new Set(["signatures", "stand-ins"]),
      createUser: async (name, path) => addUser(this.#state, name, path),
      deleteUser: async (name) => removeUser(this.#state, name),
      async standIn(name) {
        const known = standIns.get(name);
        if (known) return known;
        const standIn = new StandIn(pass);
        const authority = `${name}.simulated`;
        endpoints.set(authority, (request) => standIn.answer(request));
        const made: CloudStandIn = {
          url: `http://${authority}`,
          calls: () => standIn.calls,
          script: (reply) => standIn.script(reply),
        };
        standIns.set(name, made);
        return made;
      },
      async [Symbol.asyncDispose]() {},
    };
  }

  /** The cloud as the cluster on `from` reaches it. */
  port(from: string): Cloud {
    return { exchange: (request) => this.#exchange(from, request) };
  }

  #exchange(from: string, request: CloudRequest): Promise<CloudReply> {
    const [, authority = "", target = "/"] = /^https?:\/\/([^/]+)(\/.*)?$/.exec(request.url) ?? [];
    return new Promise((resolve, reject) => {
      const lose = () => reject(new Error(`no answer from ${authority}`));
      const endpoint = this.#endpoints.get(authority);
      if (!endpoint) return reject(new Error(`no such host: ${authority}`));
      const deliver = () => {
        const body = Buffer.from(request.body);
        const reply = endpoint({ method: request.method, target, headers: request.headers, body });
        const contentType = reply.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
        const content = { status: reply.status, contentType, body: reply.body.toString() };
        this.#network.carry({
          from: authority,
          to: from,
          kind: "cloud reply",
          content: "",
          deliver: () => resolve(content),
          lose,
        });
      };
      this.#network.carry({ from, to: authority, kind: "cloud request", content: "", deliver, lose });
    });
  }
}
