import { Problem, quoted } from "../../api/problem.ts";
import { LruCache } from "../collections/lru-cache.ts";
import { andThen, type MaybePromise } from "../concurrency/maybe-promise.ts";
import { collection, type Storage } from "../storage/storage.ts";
import { type Access, accessUnder, fullAccess } from "./access.ts";
import { defaultPolicy } from "./default-policy.ts";
import { type Policy, parsePolicy } from "./policy.ts";
import { noLimits, type PolicyLimits, policyLimits } from "./policy-limits.ts";
import { type Rule, Rules } from "./rules.ts";
import { filled, type TemplateValues } from "./template.ts";

const stored = collection<{ policy: string }>("shared", "policy/");

/** Policies that are built in; they cannot be written. */
const builtIn = ["root", "control-group", "response-wrapping"];

/** Sets of policies whose access is kept ready; a program uses few. */
const readyLimit = 1000;

/** A compiled set of policies, but for templated paths. */
type Ready = Readonly<{ rules: Rules; access: Access; templates: readonly Rule[] }>;

/** The named policies of one namespace. They are shared; what they allow together is kept ready until one changes. */
export class Policies {
  readonly #storage: Storage;
  readonly #limits: PolicyLimits;
  #ready = new LruCache<string, MaybePromise<Ready>>({ limit: readyLimit });
  #filled = new LruCache<string, Access>({ limit: readyLimit });
  #there = new LruCache<string, boolean>({ limit: readyLimit });

  constructor({ storage, limits = policyLimits }: { storage: Storage; limits?: PolicyLimits }) {
    this.#storage = storage;
    this.#limits = limits;
  }

  /** The text of the policy of this name. `default` is there from the beginning. */
  async read(name: string): Promise<string | undefined> {
    if (name === "root") return "";
    return (await stored.read(this.#storage, name))?.policy ?? (name === "default" ? defaultPolicy : undefined);
  }

  /** Whether there is a policy of this name. At once where it was asked before. */
  isThere(name: string): MaybePromise<boolean> {
    const kept = this.#there;
    return (
      kept.get(name) ??
      this.read(name).then((text) => {
        kept.set(name, text !== undefined);
        return text !== undefined;
      })
    );
  }

  async names(): Promise<readonly string[]> {
    return [...new Set([...(await stored.names(this.#storage)), "default", "root"])].sort();
  }

  /** Throws a Problem "refused" when the text is no policy, or the name is not to be written. */
  async write(name: string, text: string): Promise<void> {
    if (builtIn.includes(name)) throw new Problem("refused", `cannot update ${quoted(name)} policy`);
    parsePolicy(text, this.#limits);
    await this.#storage.commit([stored.put(name, { policy: text })]);
    this.changed();
  }

  async remove(name: string): Promise<void> {
    if (builtIn.includes(name)) throw new Problem("refused", `cannot delete ${quoted(name)} policy`);
    if (name === "default") throw new Problem("refused", "cannot delete default policy");
    await this.#storage.commit([stored.remove(name)]);
    this.changed();
  }

  /**
   * What the policies of these names allow together; a policy that is not there allows nothing. `values` are for paths that ask
   * the caller's values: without them those paths match no client. Synchronous where it was asked before.
   */
  accessOf(names: readonly string[], values?: TemplateValues): MaybePromise<Access> {
    if (names.includes("root")) return fullAccess;
    // JSON keeps names apart whatever characters are in them.
    const set = JSON.stringify(names);
    // What was computed from policies that changed meanwhile goes into a cache that was replaced.
    const kept = this.#filled;
    const ready = this.#ready.get(set) ?? this.#makeReady(set, names);
    return andThen(ready, (made) => this.#filledIn(made, { set, values, kept }));
  }

  #filledIn(
    ready: Ready,
    { set, values, kept }: { set: string; values: TemplateValues | undefined; kept: LruCache<string, Access> },
  ): Access {
    if (!values || ready.templates.length === 0) return ready.access;
    const key = `${set} ${values.version}`;
    const present = kept.get(key);
    if (present) return present;
    const access = accessUnder([ready.rules, new Rules(ready.templates.flatMap((rule) => filledRule(rule, values)))]);
    kept.set(key, access);
    return access;
  }

  /** Policies may be others now. */
  changed(): void {
    this.#ready = new LruCache({ limit: readyLimit });
    this.#filled = new LruCache({ limit: readyLimit });
    this.#there = new LruCache({ limit: readyLimit });
  }

  #makeReady(set: string, names: readonly string[]): Promise<Ready> {
    const kept = this.#ready;
    const making = this.#load(names);
    kept.set(set, making);
    making.then(
      (ready) => kept.set(set, ready),
      () => kept.delete(set),
    );
    return making;
  }

  async #load(names: readonly string[]): Promise<Ready> {
    const texts = await Promise.all(names.map((name) => this.read(name)));
    const policies = texts.map((text): Policy => (text === undefined ? nothing : parsePolicy(text, noLimits)));
    const rules = new Rules(policies.flatMap((policy) => policy.rules));
    return { rules, access: accessUnder([rules]), templates: policies.flatMap(({ templates }) => templates) };
  }
}

const nothing: Policy = { rules: [], templates: [] };

function filledRule({ path, grant }: Rule, values: TemplateValues): readonly Rule[] {
  const whole = filled(path, values);
  return whole === undefined ? [] : [{ path: whole, grant }];
}
