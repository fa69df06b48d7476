import type { NewEvent } from "./event.ts";

type Role = Extract<NewEvent, { type: "role" }>;

const roles: Readonly<Record<string, Role["role"]>> = {
  disabled: "disabled",
  bootstrapping: "bootstrapping",
  primary: "primary",
  secondary: "secondary",
};

const prefix = "sys/replication/performance/";

/** The role of a cluster after a successful command, by the rest of the path after {@link prefix}. */
const commands: Readonly<Record<string, Role["role"]>> = {
  "primary/enable": "primary",
  "primary/demote": "secondary",
  "primary/disable": "disabled",
  "secondary/promote": "primary",
  "secondary/enable": "bootstrapping",
  "secondary/disable": "disabled",
};

const logMessages = {
  enabled: "enabled as a secondary: all that was stored is deleted",
  copied: "copy complete",
} as const;

type SeenAnswer = Readonly<{ cluster: string; path: string; status: number; data: unknown }>;

export class RoleWatch {
  readonly #known = new Map<string, Readonly<{ text: string; role: Role["role"] }>>();
  readonly #begun = new Set<string>();

  /** Returns a role event if a successful command or status request shows a new role, state or era, or undefined. */
  fromReply({ cluster, path, status, data }: SeenAnswer): Role | undefined {
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

  /** Returns a role event if a log message shows the start or end of a copy and the role is new, or undefined. */
  fromLog({ cluster, message }: Readonly<{ cluster: string; message: string }>): Role | undefined {
    if (message === logMessages.enabled) {
      this.#begun.add(cluster);
      return this.#changed({ type: "role", cluster, role: "bootstrapping" });
    }
    const isCopying = message === logMessages.copied && this.#known.get(cluster)?.role === "bootstrapping";
    return isCopying ? this.#changed({ type: "role", cluster, role: "secondary" }) : undefined;
  }

  #changed(role: Role): Role | undefined {
    const text = JSON.stringify(role);
    if (this.#known.get(role.cluster)?.text === text) return undefined;
    this.#known.set(role.cluster, { text, role: role.role });
    return role;
  }
}
