import { z } from "zod";
import { noInput } from "./api/common-shapes.ts";
import { type Endpoint, operation } from "./api/endpoint.ts";
import type { Request } from "./api/request.ts";
import { timeText } from "./api/time.ts";
import type { Instant } from "./ports/clock.ts";

const flightsData = z.record(
  z.string(),
  z.object({
    start_time: z.string(),
    client_remote_address: z.string(),
    request_path: z.string(),
    request_method: z.string(),
    client_id: z.string(),
  }),
);

/** A request that is being answered. */
export type Flight = Readonly<{ id: string; request: Request; since: Instant }>;

/** The requests that are being answered. */
export class InFlight {
  readonly #flights = new Set<Flight>();

  /** Counts one more in flight; each `begin` has its `end`. */
  begin(flight: Flight): Flight {
    this.#flights.add(flight);
    return flight;
  }

  end(flight: Flight): void {
    this.#flights.delete(flight);
  }

  /**
   * `sys/in-flight-req`: the requests in progress, including this one (W3.1-17). It reports neither
   * queries nor bodies.
   */
  endpoint(): Endpoint<unknown> {
    return {
      path: "sys/in-flight-req",
      operations: {
        read: operation({
          summary: "The requests that are being answered, by their ids",
          served: "locally",
          sudo: true,
          rootOnly: true,
          bare: true,
          input: noInput,
          output: flightsData,
          run: async () => ({
            bare: Object.fromEntries(Array.from(this.#flights, (flight) => [flight.id, told(flight)])),
          }),
        }),
      },
    };
  }
}

function told({ request: { method, target, remoteAddress }, since }: Flight) {
  return {
    start_time: timeText(since),
    client_remote_address: remoteAddress,
    request_path: target.split("?", 1)[0] ?? "",
    request_method: method,
    client_id: "",
  };
}
