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

const builtIn = ["root", "control-group", "response-wrapping"];

const maxCachedSets = 1000;

type CompiledPolicies = Readonly<{ rules: Rules; access: Access; templates: readonly Rule[] }>;

export class Policies {
  readonly #storage: Storage;
  readonly #limits: PolicyLimits;
  #compiled = new LruCache<string, MaybePromise<CompiledPolicies>>({ limit: maxCachedSets });
  #filled = new LruCache<string, Access>({ limit: maxCachedSets });
  #existence = new LruCache<string, boolean>({ limit: maxCachedSets });

  constructor({ storage, limits = policyLimits }: { storage: Storage; limits?: PolicyLimits }) {
    this.#storage = storage;
    this.#limits = limits;
  }

  /** Returns the text of a policy; undefined if it does not exist. `default` exists from the start. */
  async read(name: string): Promise<string | undefined> {
    if (name === "root") return "";
    return (await stored.read(this.#storage, name))?.policy ?? (name === "default" ? defaultPolicy : undefined);
  }

  exists(name: string): MaybePromise<boolean> {
    const cache = this.#existence;
    return (
      cache.get(name) ??
      this.read(name).then((text) => {
        cache.set(name, text !== undefined);
        return text !== undefined;
      })
    );
  }

  async names(): Promise<readonly string[]> {
    return [...new Set([...(await stored.names(this.#storage)), "default", "root"])].sort();
  }

  /** Stores a policy. Throws a Problem "refused" if it is invalid or built in. */
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
   * Returns the access that these policies grant together. A policy that does not exist grants nothing. `values`
   * replace the directives of templated paths; without `values`, such paths match no request. Synchronous if the result
   * is cached.
   */
  accessOf(names: readonly string[], values?: TemplateValues): MaybePromise<Access> {
    if (names.includes("root")) return fullAccess;
    // JSON is unambiguous for names with any characters.
    const set = JSON.stringify(names);
    // If the policies change during this call, the result goes into a cache that is no longer used.
    const cache = this.#filled;
    const compiled = this.#compiled.get(set) ?? this.#compile(set, names);
    return andThen(compiled, (result) => this.#filledIn(result, { set, values, cache }));
  }

  #filledIn(
    compiled: CompiledPolicies,
    { set, values, cache }: { set: string; values: TemplateValues | undefined; cache: LruCache<string, Access> },
  ): Access {
    if (!values || compiled.templates.length === 0) return compiled.access;
    const key = `${set} ${values.version}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const access = accessUnder([
      compiled.rules,
      new Rules(compiled.templates.flatMap((rule) => filledRule(rule, values))),
    ]);
    cache.set(key, access);
    return access;
  }

  changed(): void {
    this.#compiled = new LruCache({ limit: maxCachedSets });
    this.#filled = new LruCache({ limit: maxCachedSets });
    this.#existence = new LruCache({ limit: maxCachedSets });
  }

  #compile(set: string, names: readonly string[]): Promise<CompiledPolicies> {
    const cache = this.#compiled;
    const loading = this.#load(names);
    cache.set(set, loading);
    loading.then(
      (compiled) => cache.set(set, compiled),
      () => cache.delete(set),
    );
    return loading;
  }

  async #load(names: readonly string[]): Promise<CompiledPolicies> {
    const texts = await Promise.all(names.map((name) => this.read(name)));
    const policies = texts.map((text): Policy => (text === undefined ? nothing : parsePolicy(text, noLimits)));
    const rules = new Rules(policies.flatMap((policy) => policy.rules));
    return { rules, access: accessUnder([rules]), templates: policies.flatMap(({ templates }) => templates) };
  }
}

const nothing: Policy = { rules: [], templates: [] };

function filledRule({ path, grant }: Rule, values: TemplateValues): readonly Rule[] {
  const filledPath = filled(path, values);
  return filledPath === undefined ? [] : [{ path: filledPath, grant }];
}
