import type { Answer } from "../../api/answer.ts";
import { Problem } from "../../api/problem.ts";
import type { AuditTrail } from "./audit-trail.ts";
import type { Asked, Holder } from "./entry.ts";

/** Sees one request through: it is told of once before it is done, and once what came of it. */
export class Witness {
  readonly #trail: AuditTrail;
  readonly #asked: Asked;
  #holder: Holder;
  #told = false;

  constructor(trail: AuditTrail, asked: Asked) {
    this.#trail = trail;
    this.#asked = asked;
  }

  /** Knows from here on whose request it is. */
  recognises(holder: Holder): void {
    this.#holder = holder;
  }

  /** To be awaited before the request is done. */
  async asked(error = ""): Promise<void> {
    if (this.#told) return;
    this.#told = true;
    await this.#trail.asked({ asked: this.#asked, holder: this.#holder, error });
  }

  /** To be awaited before the answer is given out. */
  answered(answer: Answer | undefined): Promise<void> {
    return this.#trail.answered({ asked: this.#asked, holder: this.#holder, error: "", answer });
  }

  /** To be awaited before the refusal is given out. */
  async refused(problem: unknown): Promise<void> {
    const error = problem instanceof Problem ? problem.message || problem.code : "internal error";
    await this.asked(error);
    await this.#trail.answered({ asked: this.#asked, holder: this.#holder, error, answer: undefined });
  }
}
