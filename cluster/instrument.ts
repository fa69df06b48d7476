import type { Wire, WireListener } from "#engine/ports/link.ts";
import type { Ports } from "#engine/ports/ports.ts";
import type { Handle } from "./http/application.ts";

/** Functions that wrap ports and handlers of a cluster, to observe or to delay calls. */
export type Instrument = Readonly<{
  ports?: (ports: Ports) => Ports;
  handle?: (handle: Handle) => Handle;
  accept?: (accept: Accept) => Accept;
}>;

export type Accept = (wire: Wire) => WireListener;
