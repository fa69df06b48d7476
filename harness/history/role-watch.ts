import type { NewEvent } from "./event.ts";

type Role = Extract<NewEvent, { type: "role" }>;

const roles: Readonly<Record<string, Role["role"]>> = {
  disabled: "disabled",
  bootstrapping: "bootstrapping",
  primary: "primary",
  secondary: "secondary",
};

const prefix = "sys/replication/performance/";

/** What a cluster is when it has carried out a command. */
const commands: Readonly<Record<string, Role["role"]>> = {
  "primary/enable": "primary",
  "primary/demote": "secondary",
  "primary/disable": "disabled",
  "secondary/promote": "primary",
  "secondary/enable": "bootstrapping",
  "secondary/disable": "disabled",
};

type SeenAnswer = Readonly<{ cluster: string; path: string; status: number; data: unknown }>;

/** Sees in what a cluster answers what it is, when that is other than it was seen to be before. */
export class RoleWatch {
  readonly #known = new Map<string, string>();

  /** The role that an answer tells of: that of the status, or of a command that was carried out; undefined when it is none, or known. */
  see({ cluster, path, status, data }: SeenAnswer): Role | undefined {
    if (status >= 300 || !path.startsWith(prefix)) return undefined;
    const commanded = commands[path.slice(prefix.length)];
    if (commanded !== undefined) return this.#changed({ type: "role", cluster, role: commanded });
    if (path !== `${prefix}status` || typeof data !== "object" || data === null) return undefined;
    const { mode, state, era } = data as Readonly<Record<string, unknown>>;
    const role = roles[String(mode)];
    if (role === undefined) return undefined;
    return this.#changed({
      type: "role",
      cluster,
      role,
      ...(typeof state === "string" ? { state } : {}),
      ...(typeof era === "number" ? { era } : {}),
    });
  }

  #changed(role: Role): Role | undefined {
    const text = JSON.stringify(role);
    if (this.#known.get(role.cluster) === text) return undefined;
    this.#known.set(role.cluster, text);
    return role;
  }
}
