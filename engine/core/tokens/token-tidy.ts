import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import { mapConcurrently } from "../concurrency/map-concurrently.ts";
import { pages } from "../storage/pages.ts";
import type { Storage } from "../storage/storage.ts";
import type { TokenEnds } from "./token-ends.ts";
import { Tokens } from "./tokens.ts";
import type { Uses } from "./uses.ts";

const maxConcurrentRepairs = 16;

/**
 * Repairs inconsistent token records: removes child entries whose token does not exist, and ends tokens that have
 * expired, are used up or have lost their parent.
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

  /** Starts a tidy in the background, which logs its result. Returns false if a tidy is in progress. */
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
    const repairAll = async (
      read: (window: { after: string; limit: number }) => Promise<readonly string[]>,
      repair: (name: string) => Promise<boolean>,
    ) => {
      for await (const names of pages(read, this.#clock)) {
        if (this.#stopped) return;
        await mapConcurrently(names, { most: maxConcurrentRepairs }, async (name) => {
          if (await repair(name)) repaired += 1;
        });
      }
    };
    await repairAll(
      (window) => this.#tokens.childEntries(window),
      (name) => this.#repairChildEntry(name),
    );
    await repairAll(
      (window) => this.#tokens.keys(window),
      (name) => this.#repairToken(name),
    );
    return repaired;
  }

  async #repairChildEntry(name: string): Promise<boolean> {
    const [parent = "", child = ""] = name.split("/");
    if (await this.#tokens.readUncached(child)) return false;
    await this.#storage.commit([Tokens.forgetChild(parent, child)]);
    return true;
  }

  async #repairToken(key: string): Promise<boolean> {
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
