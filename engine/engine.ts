import { type Answer, envelope } from "./api/answer.ts";
import { Problem } from "./api/problem.ts";
import { type Call, parseRequest, type Reply, type Request } from "./api/request.ts";
import { cloudAuth } from "./cloud/cloud-auth.ts";
import { providers } from "./cloud/provider.ts";
import { Core } from "./core/core.ts";
import { statusEndpoints } from "./core/endpoints/status.ts";
import type { MountType } from "./core/mount-type.ts";
import { uuid } from "./core/naming.ts";
import { databaseEngine } from "./database/database-engine.ts";
import { keyValue } from "./kv/kv.ts";
import type { Wire, WireListener } from "./ports/link.ts";
import type { Ports } from "./ports/ports.ts";
import { replicationEndpoints } from "./replication/endpoints/endpoints.ts";
import { openReplication } from "./replication/replication.ts";

/** How an engine is set up. */
export type EngineOptions = Readonly<{
  /** Name of the cluster, as `sys/health` shows it. */
  clusterName: string;
  /** The token that may do everything; it also survives `secondary/enable`, as on the reference's development server. */
  rootToken: string;
}>;

/** One cluster's engine. */
export interface Engine {
  /** Answers one request of the HTTP API. Never rejects. */
  handle(request: Request): Promise<Reply>;
  /** Takes a connection that another cluster has dialled. The wire is open already: `opened` need not be told. */
  accept(wire: Wire): WireListener;
  /** Stops all that the engine started. Nothing is revoked; a new engine over the same store picks up. */
  stop(): Promise<void>;
}

/** Starts an engine over what its store holds; over an empty store, a new cluster. */
export async function createEngine(ports: Ports, options: EngineOptions): Promise<Engine> {
  const types: readonly MountType[] = [
    keyValue(),
    databaseEngine({ databases: ports.databases }),
    ...providers.map((provider) => cloudAuth({ cloud: ports.cloud, provider })),
  ];
  const replication = await openReplication({
    ports,
    listener: {
      applied: (keys) => core.applied(keys),
      leadershipChanged: () => core.resume(),
      wiped: () => core.wiped(),
      serve: (call) => core.serve(call),
    },
  });
  const standing = () => ({
    clusterName: options.clusterName,
    clusterId: core.clusterId,
    replicationMode: replication.mode,
    lastLogIndex: replication.lastIndex,
  });
  const core: Core = await Core.open({
    ports,
    writePath: replication,
    types,
    systemEndpoints: [...statusEndpoints(standing, ports.clock), ...replicationEndpoints(replication)],
    rootToken: options.rootToken,
  });
  replication.start();
  return {
    handle: (request) => handle(request, core, ports),
    accept: (wire) => replication.accept(wire),
    async stop() {
      await replication.stop();
      await core.stop();
    },
  };
}

const headers = { "content-type": "application/json", "cache-control": "no-store" };

/** Answers become HTTP here, and problems too: nowhere else. */
async function handle(request: Request, core: Core, ports: Ports): Promise<Reply> {
  let call: Call | undefined;
  try {
    call = parseRequest(request);
    return replyOf(await core.perform(call), uuid(ports.entropy));
  } catch (error) {
    const problem = error instanceof Problem ? error : unforeseen(error, request, ports);
    const plain = call === undefined || core.isUnauthenticated(call);
    return { status: problem.status, headers, body: JSON.stringify({ errors: problem.texts({ plain }) }) };
  }
}

function replyOf(answer: Answer | undefined, requestId: string): Reply {
  if (!answer) return { status: 204, headers, body: "" };
  return { status: answer.status ?? 200, headers, body: envelope(answer, requestId) };
}

/** A programmer's error: logged with its place, told without it. */
function unforeseen(error: unknown, request: Request, { log }: Ports): Problem {
  const [path = ""] = request.target.split("?");
  // The message may hold what the caller sent; the frames of the stack only say where.
  const frames =
    error instanceof Error ? (error.stack ?? "").split("\n").filter((line) => line.startsWith("    at ")) : [];
  log.error("a request failed unforeseen", {
    path,
    name: error instanceof Error ? error.name : typeof error,
    at: frames.join("\n"),
  });
  return new Problem("failed", "internal error", { cause: error });
}
