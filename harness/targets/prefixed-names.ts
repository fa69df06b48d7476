import type { ApiBody, ApiReply, ApiRequest } from "#harness/api/request.ts";
import { cleaned, namespaceOf } from "./permitted.ts";
import { builtInPolicies, prefixedName, prefixedPath } from "./prefixed-path.ts";

type Body = Readonly<Record<string, unknown>>;
type Rename = (text: string) => string;

const policyFields = [
  ...["policies", "token_policies", "allowed_policies", "disallowed_policies", "password_policy"],
  ...["allowed_policies_glob", "disallowed_policies_glob"],
];

const pathFields: readonly Readonly<{ at: RegExp; fields: readonly string[] }>[] = [
  { at: /^sys\/remount$/, fields: ["from", "to"] },
  { at: /^sys\/(?:leases\/(?:lookup|renew|revoke)|renew|revoke)$/, fields: ["lease_id"] },
  { at: /^sys\/quotas\//, fields: ["path"] },
  { at: /^sys\/replication\/performance\/primary\/paths-filter\//, fields: ["paths"] },
  { at: /^sys\/capabilities/, fields: ["path", "paths"] },
];

const namesAt = /^identity\/(?:entity|group|lookup\/(?:entity|group))$/;

const policyTextAt = /^sys\/(?:policies\/acl|policy)\/./;

/** Lists of the names that scenarios give to objects, in which objects of other clients would be unexpected. */
const listsOfNames =
  /^(?:sys\/(?:policies\/(?:acl|password)|policy|namespaces|quotas\/(?:rate-limit|lease-count))|auth\/token\/roles|identity\/(?:entity|group)\/name)$/;

/** Signed fields of replies. Their texts are changed nowhere, because a change would invalidate the signature. */
const signed: ReadonlySet<string> = new Set(["tag_value"]);

/**
 * Adds the prefix of a run to the names that a scenario chooses on a shared server, and removes it from replies, so
 * that the scenario's `colours` can exist beside another client's `colours`. Names inside a namespace of the scenario
 * stay unchanged, because the name of the namespace has the prefix.
 */
export class PrefixedNames {
  readonly #prefix: string;
  readonly #below: string | undefined;
  readonly #namespaces = new Set<string>();
  readonly #signedTexts = new Set<string>();

  /** `namespace` is the namespace of the target. Servers put it before the ids of leases. */
  constructor(prefix: string, namespace?: string) {
    this.#prefix = prefix;
    this.#below = namespace === undefined ? undefined : `${namespace}/`;
  }

  prefixRequest(request: ApiRequest): ApiRequest {
    const path = cleaned(request.path);
    const [, made] = /^sys\/namespaces\/([^/]+)$/.exec(path) ?? [];
    const namespace = namespaceOf(request);
    if (namespace !== "") return this.#inNamespace(namespace, request);
    if (made !== undefined) this.#namespaces.add(made);
    const renamed = { ...request, path: this.#path(request.path) };
    if (typeof request.body !== "object" || this.#namespaces.has(path.split("/")[0] ?? "")) return renamed;
    return { ...renamed, body: this.#body(path, request.body) };
  }

  /** `request` is the scenario's request. Lists of names contain only the scenario's names and built-in ones. */
  unprefixReply(reply: ApiReply, request?: ApiRequest): ApiReply {
    if (reply.body === undefined) return reply;
    const keys = reply.body.data?.keys;
    const isOfNames = request !== undefined && Array.isArray(keys) && listsOfNames.test(cleaned(request.path));
    if (!isOfNames || namespaceOf(request) !== "") return { ...reply, body: this.#without(reply.body) as ApiBody };
    const own = keys.filter((key) => builtInPolicies.includes(String(key)) || String(key).startsWith(this.#prefix));
    // Servers answer the list of nothing with status 404.
    if (own.length === 0 && keys.length > 0) return { ...reply, status: 404, body: { errors: [] } };
    return { ...reply, body: this.#without({ ...reply.body, data: { ...reply.body.data, keys: own } }) as ApiBody };
  }

  readonly #path: Rename = (path) => {
    const below = this.#below !== undefined && path.startsWith(this.#below) ? this.#below : "";
    return below + prefixedPath(this.#prefix, path.slice(below.length));
  };
  readonly #name: Rename = (name) => prefixedName(this.#prefix, name);

  #inNamespace(namespace: string, { headers = {}, ...rest }: ApiRequest): ApiRequest {
    const prefixed = Object.entries(headers).map(([name, value]) =>
      cleaned(value) === namespace && /namespace$/i.test(name) ? [name, this.#name(namespace)] : [name, value],
    );
    return { ...rest, headers: Object.fromEntries(prefixed) };
  }

  #body(path: string, body: Body): Body {
    const paths = pathFields.filter(({ at }) => at.test(path)).flatMap(({ fields }) => fields);
    return Object.fromEntries(
      Object.entries(body).map(([field, value]) => {
        if (policyFields.includes(field)) return [field, each(value, this.#name)];
        if (paths.includes(field)) return [field, each(value, this.#path)];
        if (field === "name" && namesAt.test(path)) return [field, each(value, this.#name)];
        if (field === "policy" && policyTextAt.test(path)) return [field, this.#policyText(value)];
        if (field === "credential_config" && isObject(value)) return [field, this.#body(path, value)];
        return [field, value];
      }),
    );
  }

  #policyText(text: unknown): unknown {
    if (typeof text !== "string") return text;
    const { path } = inJson(text);
    if (isObject(path)) {
      const renamed = Object.entries(path).map(([one, grant]) => [this.#path(one), grant]);
      return JSON.stringify({ ...inJson(text), path: Object.fromEntries(renamed) });
    }
    return text.replace(/(\bpath\s+")([^"]*)(")/g, (_, before, one, after) => before + this.#path(one) + after);
  }

  #without(value: unknown): unknown {
    if (typeof value === "string") return this.#signedTexts.has(value) ? value : value.replaceAll(this.#prefix, "");
    if (Array.isArray(value)) return this.#list(value);
    if (!isObject(value)) return value;
    for (const [field, one] of Object.entries(value))
      if (signed.has(field) && typeof one === "string") this.#signedTexts.add(one);
    const fields = Object.entries(value).map(
      ([field, one]) => [field, signed.has(field) ? one : this.#without(one)] as const,
    );
    const ours = fields.filter(([field]) => field.includes(this.#prefix));
    // Hide an object of others that has the same name as one of the scenario.
    return Object.fromEntries(
      [...fields, ...ours.map(([field, one]) => [field.replaceAll(this.#prefix, ""), one])].filter(
        ([field]) => !String(field).includes(this.#prefix),
      ),
    );
  }

  #list(items: readonly unknown[]): readonly unknown[] {
    const ours = new Set(
      items
        .filter((one) => typeof one === "string" && one.includes(this.#prefix) && !this.#signedTexts.has(one))
        .map((one) => this.#without(one)),
    );
    return items.filter((one) => !ours.has(one)).map((one) => this.#without(one));
  }
}

function inJson(text: string): Body {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Body {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function each(value: unknown, rename: Rename): unknown {
  if (Array.isArray(value)) return value.map((one) => (typeof one === "string" ? rename(one) : one));
  if (typeof value !== "string") return value;
  return value
    .split(",")
    .map((one) => one.replace(/^(\s*)(.*)$/s, (_, space: string, name: string) => space + rename(name)))
    .join(",");
}
