import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { administrationOf } from "./administration.ts";
import { answer } from "./answer.ts";
import { maximumBodyBytes } from "./call.ts";
import type { CloudProvider, CloudStandIn } from "./cloud-provider.ts";
import { accountOf, createCloudState } from "./cloud-state.ts";
import { type Answered, Deliveries } from "./delivery.ts";
import type { HttpRequest } from "./http-message.ts";
import { InstanceMetadata } from "./instance-metadata.ts";
import { faultControls } from "./oversight.ts";
import { StandIn } from "./stand-in.ts";

/** Id of the default account, as in the AWS documentation. */
const account = "123456789012";
const region = "us-east-1";
const regions = [region, "us-west-2", "eu-west-1", "eu-west-3"];

const requestTimeoutMilliseconds = 10_000;
const maximumHeaderBytes = 16 * 1024;

const settings = {
  maxHeaderSize: maximumHeaderBytes,
  requestTimeout: requestTimeoutMilliseconds,
  headersTimeout: requestTimeoutMilliseconds,
};

export type EmbeddedCloudOptions = Readonly<{
  /**
   * Returns the cloud's time in milliseconds since 1970, for example for the verification of signatures. Default: the
   * system clock.
   */
  now?: () => number;
  /** Calls `callback` after a time, for delayed responses. Default: a system timer. */
  after?: (milliseconds: number, callback: () => void) => void;
  /** Address of the interface to listen on. Default: loopback. */
  host?: string;
  /** Port to listen on. Default: any free port. */
  port?: number;
  /**
   * Address for clients, such as `http://host.docker.internal:4566`. Default: the address that the cloud listens on.
   */
  advertised?: string | undefined;
}>;

/** Starts a cloud in this process: STS, IAM and EC2 with verified signatures, but without access policies. */
export async function embeddedCloud({
  now = Date.now,
  after = (milliseconds, callback) => void setTimeout(callback, milliseconds).unref(),
  host = "127.0.0.1",
  port: wanted = 0,
  advertised,
}: EmbeddedCloudOptions = {}): Promise<CloudProvider> {
  const state = createCloudState({ account, regions, now, random: randomBytes });
  const pass = (request: HttpRequest) => answer(state, request);
  const servers: Server[] = [];
  const deliveries = new Deliveries();
  const listen = async (reply: (request: HttpRequest) => Answered, at: number) => {
    const server = createServer(
      settings,
      (request, response) => void serve({ reply, deliveries, after }, request, response),
    );
    servers.push(server);
    server.listen(at, host);
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  };
  const address = await listen(pass, wanted);
  const standIns = new Map<string, CloudStandIn>();
  const metadata = new Map<string, Promise<string>>();
  return {
    description: "embedded",
    url: advertised ?? address,
    region,
    capabilities: new Set([
      "signatures",
      "instances",
      "accounts",
      "cloud-faults",
      ...(advertised === undefined ? (["stand-ins"] as const) : []),
    ]),
    ...administrationOf(accountOf(state), { region }),
    ...faultControls(state),
    otherAccount: async (id) => administrationOf(accountOf(state, id), { region }),
    async metadataOf({ account: owner, id }) {
      if (advertised !== undefined) throw new Error("metadata services are reached on this machine only");
      const service = new InstanceMetadata(state, { account: accountOf(state, owner), id });
      const known = metadata.get(id) ?? listen((request) => service.answer(request), 0);
      metadata.set(id, known);
      return known;
    },
    async standIn(name) {
      if (advertised !== undefined) throw new Error("stand-ins are reached on this machine only");
      const known = standIns.get(name);
      if (known) return known;
      const standIn = new StandIn(pass);
      const made: CloudStandIn = {
        url: await listen((request) => standIn.answer(request), 0),
        calls: () => standIn.calls,
        script: (reply) => standIn.script(reply),
      };
      standIns.set(name, made);
      return made;
    },
    async [Symbol.asyncDispose]() {
      const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
      for (const server of servers) server.closeAllConnections();
      await Promise.all(closed);
    },
  };
}

async function serve(
  {
    reply: answered,
    deliveries,
    after,
  }: Readonly<{
    reply: (request: HttpRequest) => Answered;
    deliveries: Deliveries;
    after: NonNullable<EmbeddedCloudOptions["after"]>;
  }>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await bodyOf(request);
  if (body === undefined) return;
  const { method = "", url: target = "" } = request;
  const reply = answered({ method, target, headers: pairs(request.rawHeaders), body });
  deliveries.deliver(reply.delivery, {
    send: () => response.writeHead(reply.status, reply.headers.flat()).end(reply.body),
    drop: () => request.socket.destroy(),
    after,
  });
}

function bodyOf(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve) => {
    request.on("data", (chunk: Buffer) => {
      if (length <= maximumBodyBytes) chunks.push(chunk);
      length += chunk.length;
    });
    request.on("end", () => resolve(Buffer.concat(chunks).subarray(0, maximumBodyBytes + 1)));
    for (const end of ["error", "close"]) request.on(end, () => resolve(undefined));
  });
}

/** Returns header names and values, with values decoded as UTF-8, which signatures cover. Node decodes Latin-1. */
function pairs(rawHeaders: readonly string[]): readonly (readonly [string, string])[] {
  return Array.from({ length: rawHeaders.length / 2 }, (_, index) => [
    rawHeaders[2 * index] ?? "",
    Buffer.from(rawHeaders[2 * index + 1] ?? "", "latin1").toString(),
  ]);
}
