import type { NewEvent } from "./event.ts";

type Role = Extract<NewEvent, { type: "role" }>;

const roles: Readonly<Record<string, Role["role"]>> = {
  disabled: "disabled",
  bootstrapping: "bootstrapping",
  primary: "primary",
  secondary: "secondary",
};

/** Sees in what a cluster answers what it is, when that is other than it was seen to be before. */
export class RoleWatch {
  readonly #known = new Map<string, string>();

  /** The role that an answer of `sys/replication/performance/status` tells of; undefined when it is none, or known. */
  see({ cluster, path, data }: Readonly<{ cluster: string; path: string; data: unknown }>): Role | undefined {
    if (path !== "sys/replication/performance/status" || typeof data !== "object" || data === null) return undefined;
    const { mode, state, era } = data as Readonly<Record<string, unknown>>;
    const role = roles[String(mode)];
    if (role === undefined) return undefined;
    const seen: Role = {
      type: "role",
      cluster,
      role,
      ...(typeof state === "string" ? { state } : {}),
      ...(typeof era === "number" ? { era } : {}),
    };
    const text = JSON.stringify(seen);
    if (this.#known.get(cluster) === text) return undefined;
    this.#known.set(cluster, text);
    return seen;
  }
}
