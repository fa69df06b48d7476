import { reasonOf } from "../../api/errors/reason.ts";
import { Comparison, type SyncProgress } from "../merkle/comparison.ts";
import type { ComparisonMessage } from "../protocol/message.ts";
import type { Session } from "./session.ts";

export class PrimaryComparison {
  readonly #ports: ConstructorParameters<typeof Comparison>[0];
  #current: Readonly<{ session: Session; comparison: Comparison }> | undefined;

  constructor(ports: ConstructorParameters<typeof Comparison>[0]) {
    this.#ports = ports;
  }

  progress(session: Session | undefined): SyncProgress | undefined {
    return this.#current?.session === session ? this.#current?.comparison.progress : undefined;
  }

  async next(session: Session, answer: ComparisonMessage): Promise<void> {
    try {
      if (answer.type === "diff") this.#current = { session, comparison: new Comparison(this.#ports) };
      if (this.#current?.session !== session) return;
      const message = await this.#current.comparison.next(answer);
      if (session.established) session.send({ type: "message", message });
    } catch (error) {
      session.end(reasonOf(error));
    }
  }
}
