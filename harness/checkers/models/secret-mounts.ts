import type { Operation } from "../operation.ts";
import { fieldsOf } from "./operator-command.ts";

type Mount = Readonly<{ path: string; version: 1 | 2; local: boolean }>;

type Mounting = Readonly<{
  cluster: string;
  realm: string;
  rest: string;
  fields: Readonly<Record<string, unknown>>;
  isEnabled: boolean;
}>;

/** The mount and the key of the secret that a request reads or writes. */
export type SecretLocation = Readonly<{ mount: Mount; key: string }>;

/** Mounts of key-value engines that the history enables; reads of others are not checked. */
export class SecretMounts {
  readonly #mounts = new Map<string, Mount>();
  /** By path, the cluster with a local mount; other clusters' mounts there may be different. */
  readonly #locals = new Map<string, string>();
  /** Called with the path of each mount that was enabled, removed or changed. */
  readonly #onChange: (prefix: string) => void;

  constructor(onChange: (prefix: string) => void) {
    this.#onChange = onChange;
  }

  answered({ request: { method, path, body, cluster }, answer }: Operation): void {
    if (answer.outcome === "fail" || method === "GET" || method === "LIST") return;
    const [, realm = "", system, rest = ""] = /^(.*?)sys\/(mounts|remount|namespaces)(?:\/([^?]*))?/.exec(path) ?? [];
    if (system === undefined) return;
    const fields = fieldsOf(body);
    if (system === "namespaces") this.#drop(`${realm}${rest}/`);
    else if (system === "remount") {
      for (const field of [fields.from, fields.to])
        if (typeof field === "string") this.#drop(`${realm}${withSlash(field)}`);
    } else this.#mounted({ cluster, realm, rest, fields, isEnabled: method !== "DELETE" && answer.outcome === "ok" });
  }

  /** Returns the secret at a path, or undefined if it is unknown. */
  at(path: string): SecretLocation | undefined {
    for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
      const mount = this.#mounts.get(path.slice(0, end + 1));
      if (mount) return mount.version === 1 || path.startsWith("data/", end + 1) ? { mount, key: path } : undefined;
    }
    return undefined;
  }

  /** Forgets the mount of a path after a request that changes reads in unmodelled ways. */
  invalidate(path: string): void {
    for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
      const mount = this.#mounts.get(path.slice(0, end + 1));
      if (mount?.version === 2) this.#drop(mount.path);
    }
  }

  #mounted({ cluster, realm, rest, fields, isEnabled }: Mounting): void {
    const [, name = "", tune] = /^(.+?)\/*(\/tune)?$/.exec(rest) ?? [];
    const path = realm + withSlash(name);
    this.#drop(path);
    const version = isEnabled && !tune ? versionOf(fields) : undefined;
    const local = fields.local === true;
    if (!isEnabled && !tune && this.#locals.get(path) === cluster) this.#locals.delete(path);
    const isOtherClusters = (this.#locals.get(path) ?? cluster) !== cluster;
    if (version && local) this.#locals.set(path, cluster);
    if (version && !isOtherClusters) this.#mounts.set(path, { path, version, local });
  }

  #drop(prefix: string): void {
    for (const path of this.#mounts.keys()) if (path.startsWith(prefix)) this.#mounts.delete(path);
    this.#onChange(prefix);
  }
}

function versionOf({ type, options }: Readonly<Record<string, unknown>>): 1 | 2 | undefined {
  if (type === "kv-v2") return 2;
  if (type !== "kv" && type !== "generic") return undefined;
  return String(fieldsOf(options).version ?? "1") === "2" ? 2 : 1;
}

function withSlash(path: string): string {
  return `${path.replace(/^\/+|\/+$/g, "")}/`;
}
