import { z } from "zod";
import { noInput } from "./api/common-shapes.ts";
import { type Endpoint, operation } from "./api/endpoint.ts";
import type { Request } from "./api/request.ts";
import { timeText } from "./api/values/time.ts";
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

export type Flight = Readonly<{ id: string; request: Request; since: Instant }>;

export class InFlight {
  readonly #flights = new Set<Flight>();

  /** Adds a request. The caller must call `end` when the request is finished. */
  begin(flight: Flight): Flight {
    this.#flights.add(flight);
    return flight;
  }

  end(flight: Flight): void {
    this.#flights.delete(flight);
  }

  /**
   * Returns the endpoint `sys/in-flight-req`, which lists the requests in progress without queries and bodies
   * (W3.1-17).
   */
  endpoint(): Endpoint<unknown> {
    return {
      path: "sys/in-flight-req",
      operations: {
        read: operation({
          summary: "List the requests in progress by their ids",
          served: "locally",
          sudo: true,
          rootOnly: true,
          bare: true,
          input: noInput,
          output: flightsData,
          run: async () => ({
            bare: Object.fromEntries(Array.from(this.#flights, (flight) => [flight.id, reported(flight)])),
          }),
        }),
      },
    };
  }
}

function reported({ request: { method, target, remoteAddress }, since }: Flight) {
  return {
    start_time: timeText(since),
    client_remote_address: remoteAddress,
    request_path: target.split("?", 1)[0] ?? "",
    request_method: method,
    client_id: "",
  };
}
