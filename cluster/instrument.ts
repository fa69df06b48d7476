import type { Wire, WireListener } from "#engine/ports/link.ts";
import type { Ports } from "#engine/ports/ports.ts";
import type { Handle } from "./http/application.ts";

/** Stands between a cluster and all that it deals with. The program that starts the cluster may watch, or hold up, what goes to and fro. */
export type Instrument = Readonly<{
  /** Wraps what the cluster's engine asks of the world. */
  ports?: (ports: Ports) => Ports;
  /** Wraps what answers its clients, and other clusters that call its API. */
  handle?: (handle: Handle) => Handle;
  /** Wraps what takes in connections of other clusters. */
  accept?: (accept: Accept) => Accept;
}>;

/** Takes a wire that another cluster has dialled; it is open already. */
export type Accept = (wire: Wire) => WireListener;
