import type { Cloud, CloudReply, CloudRequest, CloudSurroundings } from "#engine/ports/cloud.ts";
import { administrationOf } from "#harness/cloud/embedded/administration.ts";
import { answer } from "#harness/cloud/embedded/answer.ts";
import { builtInCertificates } from "#harness/cloud/embedded/authority/test-authority.ts";
import type { CloudProvider, CloudStandIn } from "#harness/cloud/embedded/cloud-provider.ts";
import { accountOf, createCloudState } from "#harness/cloud/embedded/cloud-state.ts";
import { type Answered, Deliveries } from "#harness/cloud/embedded/delivery.ts";
import type { HttpRequest } from "#harness/cloud/embedded/http-message.ts";
import { InstanceMetadata } from "#harness/cloud/embedded/instance-metadata.ts";
import { faultControls } from "#harness/cloud/embedded/oversight.ts";
import { StandIn } from "#harness/cloud/embedded/stand-in.ts";
import { cloudCall } from "#harness/history/cloud-call.ts";
import type { Recorder } from "#harness/history/recorder.ts";
import type { Network } from "./network.ts";
import type { Random } from "./random.ts";
import type { Scheduler } from "./scheduler.ts";

const host = "cloud.simulated";
const account = "123456789012";
const region = "us-east-1";
const regions = [region, "us-west-2", "eu-west-1", "eu-west-3"];

export type SimulatedCloudOptions = Readonly<{
  scheduler: Scheduler;
  network: Network;
  random: Random;
  /** Records the calls that reach the cloud. Default: no recording. */
  recorder?: Recorder;
}>;

/** Cloud of a simulation. It verifies signatures with virtual time. */
export class SimulatedCloud {
  readonly #network: Network;
  readonly #recorder: Recorder | undefined;
  readonly provider: CloudProvider;
  readonly #endpoints: Map<string, (request: HttpRequest) => Answered>;
  readonly #deliveries = new Deliveries();
  readonly #scheduler: Scheduler;

  constructor({ scheduler, network, random, recorder }: SimulatedCloudOptions) {
    this.#recorder = recorder;
    const state = createCloudState({
      account,
      regions,
      now: () => scheduler.now(),
      random: (count) => random.bytes(count),
    });
    this.#network = network;
    this.#scheduler = scheduler;
    const pass = (request: HttpRequest) => answer(state, request);
    const endpoints = new Map([[host, pass]]);
    this.#endpoints = endpoints;
    const standIns = new Map<string, CloudStandIn>();
    this.provider = {
      description: "simulated",
      url: `http://${host}`,
      region,
      capabilities: new Set(["signatures", "instances", "accounts", "cloud-faults", "stand-ins"]),
      ...administrationOf(accountOf(state), { region }),
      ...faultControls(state),
      otherAccount: async (id) => administrationOf(accountOf(state, id), { region }),
      async metadataOf({ account: owner, id }) {
        const service = new InstanceMetadata(state, { account: accountOf(state, owner), id });
        const authority = `metadata-of-${id}.simulated`;
        if (!endpoints.has(authority)) endpoints.set(authority, (request) => service.answer(request));
        return `http://${authority}`;
      },
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

  /**
   * Returns the cloud port of a cluster. `environment` returns the cluster's variables, and is called each time that
   * the engine reads them.
   */
  port(from: string, environment: () => CloudSurroundings["environment"] = () => ({})): Cloud {
    return {
      exchange: (request) => this.#exchange(from, request),
      get surroundings() {
        return { environment: environment(), certificates: builtInCertificates() };
      },
    };
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
        const answered = { status: reply.status, body: reply.body.toString() };
        this.#recorder?.note(cloudCall(this.#network.party(from), request, answered));
        const contentType = reply.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
        const content = { status: reply.status, contentType, body: reply.body.toString() };
        const send = () =>
          this.#network.carry({
            from: authority,
            to: from,
            kind: "cloud reply",
            content: "",
            deliver: () => resolve(content),
            lose,
          });
        const after = (milliseconds: number, callback: () => void) => this.#scheduler.after(milliseconds, callback);
        this.#deliveries.deliver(reply.delivery, { send, drop: lose, after });
      };
      this.#network.carry({ from, to: authority, kind: "cloud request", content: "", deliver, lose });
    });
  }
}
