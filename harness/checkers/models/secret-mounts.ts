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

/** Where a request reads or writes a secret, if it does. */
export type SecretLocation = Readonly<{ mount: Mount; key: string }>;

/** The mounts of key-value engines that clients were seen to enable; of others it is not known what a read has to show. */
export class SecretMounts {
  readonly #mounts = new Map<string, Mount>();
  /** Where one cluster has a mount of its own: what another has of that name is not known to be the same. */
  readonly #locals = new Map<string, string>();
  /** Mounts that came, went or changed so that what was written there may be gone. */
  readonly #gone: (prefix: string) => void;

  constructor(gone: (prefix: string) => void) {
    this.#gone = gone;
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

  /** Which secret a path is about; undefined when that is not known. */
  at(path: string): SecretLocation | undefined {
    for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
      const mount = this.#mounts.get(path.slice(0, end + 1));
      if (mount) return mount.version === 1 || path.startsWith("data/", end + 1) ? { mount, key: path } : undefined;
    }
    return undefined;
  }

  /** Forgets a mount below which something happened that changes what reads show. */
  unsettle(path: string): void {
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
    const isAnothers = (this.#locals.get(path) ?? cluster) !== cluster;
    if (version && local) this.#locals.set(path, cluster);
    if (version && !isAnothers) this.#mounts.set(path, { path, version, local });
  }

  #drop(prefix: string): void {
    for (const path of this.#mounts.keys()) if (path.startsWith(prefix)) this.#mounts.delete(path);
    this.#gone(prefix);
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
