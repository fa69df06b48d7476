import type { ApiRequest } from "#harness/stages/stage.ts";
import type { Operation } from "./action.ts";
import { type ActorContext, ask } from "./actor.ts";
import type { Outcome } from "./outcome.ts";

const replication = "sys/replication/performance";
/** How often an operator asks again what may be granted later, and how long it waits in between, in milliseconds. */
const tries = { count: 6, pause: 1_500 } as const;

/** The keys that may open a cluster's seal: its own, the newest first, then those of the others. */
export type UnsealKeys = Readonly<{
  unsealKeysOf: (cluster: string) => readonly Uint8Array[];
  noteUnsealKey: (cluster: string, key: Uint8Array) => void;
}>;

/** What an operator can do with the stores of clusters, without asking them. */
export type Stores = Readonly<{
  /** Keeps a copy of what is stored. */
  backUp: (cluster: string) => Promise<void>;
  /** Starts the cluster again over the copy that was kept last; does nothing where there is none. */
  restoreBackup: (cluster: string) => Promise<void>;
}>;

/** Whether a cluster in this mode has a part in a replication set. */
function isMember(mode: string | undefined): boolean {
  return mode === "primary" || mode === "secondary";
}

/** An operator with the root token of every cluster, who does what the schedule says, right or wrong. */
export class Operator {
  readonly #ground: ActorContext;
  readonly #rootToken: string;
  readonly #name: string;
  readonly #keys: UnsealKeys;
  readonly #stores: Stores;
  readonly #noted: (operation: Operation) => void;
  #activation = "";

  constructor({
    ground,
    rootToken,
    keys,
    stores,
    name,
    noted = () => {},
  }: Readonly<{
    ground: ActorContext;
    rootToken: string;
    keys: UnsealKeys;
    stores: Stores;
    name: string;
    /** Is told of each operation before it is done. Default: none is. */
    noted?: (operation: Operation) => void;
  }>) {
    this.#ground = ground;
    this.#name = name;
    this.#rootToken = rootToken;
    this.#keys = keys;
    this.#stores = stores;
    this.#noted = noted;
  }

  /** Does it, and looks what has become of the clusters that it concerns. */
  async operate(operation: Operation): Promise<void> {
    this.#noted(operation);
    await this.#operate(operation);
    const { cluster } = operation;
    for (const name of new Set([cluster, "of" in operation ? operation.of : cluster])) await this.statusOf(name);
  }

  async #operate(operation: Operation): Promise<void> {
    const { cluster } = operation;
    switch (operation.do) {
      case "enable primary":
        return void (await this.#post(cluster, `${replication}/primary/enable`));
      case "enable secondary":
        return this.#join(operation, "secondary/enable");
      case "update primary":
        return this.#join(operation, "secondary/update-primary");
      case "reuse activation token":
        if (this.#activation === "") return;
        return void (await this.#post(cluster, `${replication}/secondary/enable`, { token: this.#activation }));
      case "demote":
        return void (await this.#post(cluster, `${replication}/primary/demote`));
      case "promote":
        return this.#promote(cluster, operation.force);
      case "disable replication": {
        const mode = await this.modeOf(cluster);
        if (mode !== "primary" && mode !== "secondary") return;
        return void (await this.#post(cluster, `${replication}/${mode}/disable`));
      }
      case "revoke secondary":
        return void (await this.#post(cluster, `${replication}/primary/revoke-secondary`, { id: operation.id }));
      case "filter": {
        const paths = operation.mounts.map((mount) => `${mount}/`);
        const path = `${replication}/primary/paths-filter/${operation.id}`;
        return void (await this.#post(cluster, path, { mode: operation.mode, paths }));
      }
      case "remove filter":
        return void (await this.#ask(cluster, {
          method: "DELETE",
          path: `${replication}/primary/paths-filter/${operation.id}`,
        }));
      case "mount":
        return void (await this.#post(cluster, `sys/mounts/${operation.mount}`, {
          type: "kv",
          local: operation.local,
        }));
      case "unmount":
        return void (await this.#ask(cluster, { method: "DELETE", path: `sys/mounts/${operation.mount}` }));
      case "rotate static role":
        return void (await this.#post(cluster, "database/rotate-role/app"));
      case "rotate root":
        return void (await this.#post(cluster, "database/rotate-root/main"));
      case "seal":
        return void (await this.#post(cluster, "sys/seal"));
      case "unseal":
        return this.#unseal(cluster);
      case "rekey":
        return this.#rekey(cluster);
      case "back up":
        return isMember(await this.modeOf(cluster)) ? this.#stores.backUp(cluster) : undefined;
      case "restore backup":
        return isMember(await this.modeOf(cluster)) ? this.#stores.restoreBackup(cluster) : undefined;
    }
  }

  async read(cluster: string, path: string): Promise<void> {
    await this.#ask(cluster, { method: "GET", path });
  }

  /** The cluster's mode, such as "primary"; undefined when it did not say. */
  async modeOf(cluster: string): Promise<string | undefined> {
    return (await this.statusOf(cluster))?.mode;
  }

  async statusOf(cluster: string): Promise<Readonly<Record<string, unknown> & { mode?: string }> | undefined> {
    const outcome = await this.#ask(cluster, { method: "GET", path: `${replication}/status` });
    return outcome.is === "ok" ? (outcome.reply.body?.data ?? undefined) : undefined;
  }

  async #join(
    { cluster, of, id }: Readonly<{ cluster: string; of: string; id: string }>,
    by: "secondary/enable" | "secondary/update-primary",
  ): Promise<void> {
    if (cluster === of) return;
    const outcome = await this.#post(of, `${replication}/primary/secondary-token`, { id });
    if (outcome.is !== "ok") return;
    this.#activation = outcome.reply.body?.wrap_info?.token ?? "";
    await this.#post(cluster, `${replication}/${by}`, { token: this.#activation });
  }

  /** A secondary that is catching up says so, and to try again. */
  async #promote(cluster: string, force: boolean): Promise<void> {
    for (let count = 0; count < tries.count; count++) {
      const outcome = await this.#post(cluster, `${replication}/secondary/promote`, { force });
      if (outcome.is === "ok" || (outcome.is === "fail" && force)) return;
      await new Promise<void>((resolve) => void this.#ground.after(tries.pause, resolve));
    }
  }

  async #unseal(cluster: string): Promise<void> {
    for (const key of this.#keys.unsealKeysOf(cluster)) {
      const outcome = await this.#post(cluster, "sys/unseal", { key: key.toHex() });
      if (outcome.is === "ok" && outcome.reply.body?.sealed === false) return;
    }
  }

  /** The new key counts from the moment when its share was verified; of a verification without an answer either key may be the right one. */
  async #rekey(cluster: string): Promise<void> {
    const [key] = this.#keys.unsealKeysOf(cluster);
    const wish = { secret_shares: 1, secret_threshold: 1, require_verification: true };
    const begun = await this.#post(cluster, "sys/rekey/init", wish);
    if (key === undefined || begun.is !== "ok") return;
    const share = { key: key.toHex(), nonce: begun.reply.body?.nonce };
    const made = await this.#post(cluster, "sys/rekey/update", share);
    const { keys: [text] = [] } = (made.is === "ok" ? made.reply.body : {}) as Readonly<{ keys?: readonly string[] }>;
    if (made.is !== "ok" || text === undefined) {
      return void (await this.#ask(cluster, { method: "DELETE", path: "sys/rekey/init" }));
    }
    this.#keys.noteUnsealKey(cluster, Uint8Array.fromHex(text));
    await this.#post(cluster, "sys/rekey/verify", { key: text, nonce: made.reply.body?.verification_nonce });
  }

  #post(cluster: string, path: string, body: Readonly<Record<string, unknown>> = {}): Promise<Outcome> {
    return this.#ask(cluster, { method: "POST", path, body });
  }

  #ask(cluster: string, request: ApiRequest): Promise<Outcome> {
    return ask(this.#ground, { cluster, client: this.#name, token: this.#rootToken, ...request });
  }
}
