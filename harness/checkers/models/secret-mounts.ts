import type { EventOf } from "#harness/history/event.ts";
import type { Operation } from "../operation.ts";
import { fieldsOf } from "./operator-command.ts";

type Mount = Readonly<{ path: string; version: 1 | 2; local: boolean }>;

/** Change of the mounts, or of the namespaces, at `paths`; `isTune` if it only changes settings. */
type Change = Readonly<{
  system: string;
  paths: readonly string[];
  fields: Readonly<Record<string, unknown>>;
  isTune: boolean;
}>;

export type SecretLocation = Readonly<{ mount: Mount; key: string }>;

/** The mounts of key-value engines that requests of this history enabled. */
export class SecretMounts {
  readonly #mounts = new Map<string, Mount>();
  readonly #locals = new Map<string, string>();
  readonly #pending = new Map<number, Change>();
  /** Called with the path of each mount or namespace that was or may have been enabled, removed or changed. */
  readonly #onChange: (prefix: string) => void;

  constructor(onChange: (prefix: string) => void) {
    this.#onChange = onChange;
  }

  /** Applies a request. A mount may be removed or changed before the response. */
  asked(request: EventOf<"request">): void {
    const change = changeOf(request);
    if (change) this.#pending.set(request.seq, change);
  }

  answered({ request, answer }: Operation): void {
    const change = this.#pending.get(request.seq);
    this.#pending.delete(request.seq);
    if (!change || answer.outcome === "fail") return;
    for (const path of change.paths) this.#drop(path);
    const isEnabled = request.method !== "DELETE" && answer.outcome === "ok";
    if (change.system === "mounts" && !change.isTune) this.#mounted(request.cluster, change, isEnabled);
  }

  /**
   * Returns the mount and key of the secret at a path, or undefined if the path is not that of a secret in a known
   * mount.
   */
  at(path: string): SecretLocation | undefined {
    for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
      const mount = this.#mounts.get(path.slice(0, end + 1));
      if (mount) return mount.version === 1 || path.startsWith("data/", end + 1) ? { mount, key: path } : undefined;
    }
    return undefined;
  }

  /** True if a pending request may remove or change the mount of a path. */
  isChanging(path: string): boolean {
    return [...this.#pending.values()].some(({ paths }) => paths.some((prefix) => path.startsWith(prefix)));
  }

  /**
   * Forgets the version 2 mount of a path, because a request may have changed its secrets in a way that is not
   * modelled.
   */
  invalidate(path: string): void {
    for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
      const mount = this.#mounts.get(path.slice(0, end + 1));
      if (mount?.version === 2) this.#drop(mount.path);
    }
  }

  #mounted(cluster: string, { paths: [path = ""], fields }: Change, isEnabled: boolean): void {
    const version = isEnabled ? versionOf(fields) : undefined;
    const local = fields.local === true;
    if (!isEnabled && this.#locals.get(path) === cluster) this.#locals.delete(path);
    const isOtherClusters = (this.#locals.get(path) ?? cluster) !== cluster;
    if (version && local) this.#locals.set(path, cluster);
    if (version && !isOtherClusters) this.#mounts.set(path, { path, version, local });
  }

  #drop(prefix: string): void {
    for (const path of this.#mounts.keys()) if (path.startsWith(prefix)) this.#mounts.delete(path);
    this.#onChange(prefix);
  }
}

function changeOf({ method, path, body }: EventOf<"request">): Change | undefined {
  if (method === "GET" || method === "LIST") return undefined;
  const [, realm = "", system, rest = ""] = /^(.*?)sys\/(mounts|remount|namespaces)(?:\/([^?]*))?/.exec(path) ?? [];
  if (system === undefined) return undefined;
  const fields = fieldsOf(body);
  const isTune = rest.endsWith("/tune");
  const names = system === "remount" ? [fields.from, fields.to] : [isTune ? rest.slice(0, -"/tune".length) : rest];
  const paths = names.flatMap((name) => (typeof name === "string" ? [realm + withSlash(name)] : []));
  return { system, paths, fields, isTune };
}

function versionOf({ type, options }: Readonly<Record<string, unknown>>): 1 | 2 | undefined {
  if (type === "kv-v2") return 2;
  if (type !== "kv" && type !== "generic") return undefined;
  return String(fieldsOf(options).version ?? "1") === "2" ? 2 : 1;
}

function withSlash(path: string): string {
  return `${path.replace(/^\/+|\/+$/g, "")}/`;
}
