import { type Endpoint, operation } from "./api/endpoint.ts";
import type { Request } from "./api/request.ts";
import { timeText } from "./api/time.ts";
import type { Clock, Instant } from "./ports/clock.ts";
import { noInput } from "./seal/endpoints/no-input.ts";

/** The requests that are being answered. */
export class InFlight {
  readonly #clock: Clock;
  readonly #requests = new Map<string, Readonly<{ request: Request; since: Instant }>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  begin(id: string, request: Request): void {
    this.#requests.set(id, { request, since: this.#clock.now() });
  }

  end(id: string): void {
    this.#requests.delete(id);
  }

  /** `sys/in-flight-req`: what is being answered now, this question among it (reference-wire.md, 3.1). Neither query nor body is told. */
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
          run: async () => ({
            bare: Object.fromEntries(
              Array.from(this.#requests, ([id, { request, since }]) => [id, told(request, since)]),
            ),
          }),
        }),
      },
    };
  }
}

function told({ method, target, remoteAddress }: Request, since: Instant) {
  return {
    start_time: timeText(since),
    client_remote_address: remoteAddress,
    request_path: target.split("?", 1)[0] ?? "",
    request_method: method,
    client_id: "",
  };
}
