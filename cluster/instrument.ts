import type { Wire, WireListener } from "#engine/ports/link.ts";
import type { Ports } from "#engine/ports/ports.ts";
import type { Handle } from "./http/application.ts";

/** Wrappers that observe or delay a cluster's connections with the outside. */
export type Instrument = Readonly<{
  /** Wraps the ports through which the engine uses its environment. */
  ports?: (ports: Ports) => Ports;
  /** Wraps the handler of API requests of clients and of other clusters. */
  handle?: (handle: Handle) => Handle;
  /** Wraps the function that accepts connections of other clusters. */
  accept?: (accept: Accept) => Accept;
}>;

/** Accepts an open wire that another cluster has dialled. */
export type Accept = (wire: Wire) => WireListener;
