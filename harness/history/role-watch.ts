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

/** What clusters write into their logs when they begin to copy all anew, and when that is done. */
const told = {
  enabled: "enabled as a secondary: all that was stored is deleted",
  copied: "copy complete",
} as const;

type SeenAnswer = Readonly<{ cluster: string; path: string; status: number; data: unknown }>;

/** Sees in what a cluster answers, and in its log, what it is, when that is other than it was seen to be before. */
export class RoleWatch {
  readonly #known = new Map<string, Readonly<{ text: string; role: Role["role"] }>>();
  /** Clusters that began to copy, as their logs say: the answer to the command comes later, and the copy may be complete by then. */
  readonly #begun = new Set<string>();

  /** The role that an answer tells of: that of the status, or of a command that was carried out; undefined when it is none, or known. */
  see({ cluster, path, status, data }: SeenAnswer): Role | undefined {
    if (status >= 300 || !path.startsWith(prefix)) return undefined;
    const commanded = commands[path.slice(prefix.length)];
    if (commanded === "bootstrapping" && this.#begun.delete(cluster)) return undefined;
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

  /** The role that a line of a cluster's log tells of: when a copy begins and ends is in no answer. */
  hear({ cluster, message }: Readonly<{ cluster: string; message: string }>): Role | undefined {
    if (message === told.enabled) {
      this.#begun.add(cluster);
      return this.#changed({ type: "role", cluster, role: "bootstrapping" });
    }
    const isCopying = message === told.copied && this.#known.get(cluster)?.role === "bootstrapping";
    return isCopying ? this.#changed({ type: "role", cluster, role: "secondary" }) : undefined;
  }

  #changed(role: Role): Role | undefined {
    const text = JSON.stringify(role);
    if (this.#known.get(role.cluster)?.text === text) return undefined;
    this.#known.set(role.cluster, { text, role: role.role });
    return role;
  }
}
