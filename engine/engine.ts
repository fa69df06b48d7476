import type { Reply, Request } from "./api/request.ts";
import type { Wire, WireListener } from "./ports/link.ts";
import type { Ports } from "./ports/ports.ts";

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

export declare function createEngine(ports: Ports, options: EngineOptions): Promise<Engine>;
