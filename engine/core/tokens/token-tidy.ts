import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import { mapConcurrently } from "../concurrency/map-concurrently.ts";
import { pages } from "../storage/pages.ts";
import type { Storage } from "../storage/storage.ts";
import type { TokenEnds } from "./token-ends.ts";
import { Tokens } from "./tokens.ts";
import type { Uses } from "./uses.ts";

/** Names that are looked at at a time. */
const atOnce = 16;

/**
 * Goes through all records of tokens and repairs inconsistent ones: removes children of which no token is left, and ends tokens
 * whose parent is gone, whose time is over, or whose last use was made. Page by page, and never two at once.
 */
export class TokenTidy {
  readonly #storage: Storage;
  readonly #tokens: Tokens;
  readonly #ends: TokenEnds;
  readonly #clock: Clock;
  readonly #log: Log;
  #underWay = false;
  #stopped = false;

  constructor(options: { storage: Storage; tokens: Tokens; ends: TokenEnds; clock: Clock; log: Log }) {
    this.#storage = options.storage;
    this.#tokens = options.tokens;
    this.#ends = options.ends;
    this.#clock = options.clock;
    this.#log = options.log;
  }

  /** Begins, and does not wait for the end, which the log tells of. False when it is under way already. */
  begin(): boolean {
    if (this.#underWay) return false;
    this.#underWay = true;
    this.#run()
      .then(
        (repaired) => this.#log.info("tokens were tidied", { repaired }),
        (error: unknown) => this.#log.error("tokens could not be tidied", { reason: String(error) }),
      )
      .finally(() => {
        this.#underWay = false;
      });
    return true;
  }

  stop(): void {
    this.#stopped = true;
  }

  async #run(): Promise<number> {
    let repaired = 0;
    const through = async (
      read: (window: { after: string; limit: number }) => Promise<readonly string[]>,
      repair: (name: string) => Promise<boolean>,
    ) => {
      for await (const names of pages(read, this.#clock)) {
        if (this.#stopped) return;
        await mapConcurrently(names, { most: atOnce }, async (name) => {
          if (await repair(name)) repaired += 1;
        });
      }
    };
    await through(
      (window) => this.#tokens.kinships(window),
      (name) => this.#mendKinship(name),
    );
    await through(
      (window) => this.#tokens.keys(window),
      (name) => this.#mendToken(name),
    );
    return repaired;
  }

  async #mendKinship(name: string): Promise<boolean> {
    const [parent = "", child = ""] = name.split("/");
    if (await this.#tokens.readUncached(child)) return false;
    await this.#storage.commit([Tokens.forgetChild(parent, child)]);
    return true;
  }

  async #mendToken(key: string): Promise<boolean> {
    const token = await this.#tokens.readUncached(key);
    if (!token || !(await this.#isLeftOver(token.parent, token.uses, token.expiresAt))) return false;
    await this.#ends.end(token, "ended");
    return true;
  }

  async #isLeftOver(parent: string | null, uses: Uses, expiresAt: number | null): Promise<boolean> {
    if (uses === "last" || (expiresAt !== null && expiresAt <= this.#clock.now())) return true;
    return parent !== null && !this.#ends.isReleasing(parent) && !(await this.#tokens.readUncached(parent));
  }
}
