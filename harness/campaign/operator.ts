import type { ApiRequest } from "#harness/api/request.ts";
import type { Operation } from "./action.ts";
import { type ActorContext, send } from "./actor.ts";
import type { Outcome } from "./outcome.ts";

const replication = "sys/replication/performance";
/** Maximum number of promotion requests of one operation, and the pause between them in milliseconds. */
const tries = { count: 6, pause: 1_500 } as const;

/**
 * Access to the unseal keys of a world. `unsealKeysOf` returns the keys to try: the cluster's own, newest first, then
 * others.
 */
export type UnsealKeys = Readonly<{
  unsealKeysOf: (cluster: string) => readonly Uint8Array[];
  noteUnsealKey: (cluster: string, key: Uint8Array) => void;
}>;

/** Operations on a cluster's store that bypass the cluster's API. */
export type Stores = Readonly<{
  backUp: (cluster: string) => Promise<void>;
  /** Restarts a cluster with the latest backup of its store. Without a backup, it does nothing. */
  restoreBackup: (cluster: string) => Promise<void>;
}>;

function isMember(mode: string | undefined): boolean {
  return mode === "primary" || mode === "secondary";
}

/** An operator, who executes the operations of a schedule. The root token is the same on every cluster. */
export class Operator {
  readonly #context: ActorContext;
  readonly #rootToken: string;
  readonly #name: string;
  readonly #keys: UnsealKeys;
  readonly #stores: Stores;
  readonly #noted: (operation: Operation) => void;
  #activation = "";

  constructor({
    context,
    rootToken,
    keys,
    stores,
    name,
    noted = () => {},
  }: Readonly<{
    context: ActorContext;
    rootToken: string;
    keys: UnsealKeys;
    stores: Stores;
    name: string;
    /** Called with each operation before it starts. Default: does nothing. */
    noted?: (operation: Operation) => void;
  }>) {
    this.#context = context;
    this.#name = name;
    this.#rootToken = rootToken;
    this.#keys = keys;
    this.#stores = stores;
    this.#noted = noted;
  }

  /** Executes an operation, then reads the replication status of the clusters that it concerns. */
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
        return void (await this.#send(cluster, {
          method: "DELETE",
          path: `${replication}/primary/paths-filter/${operation.id}`,
        }));
      case "mount":
        return void (await this.#post(cluster, `sys/mounts/${operation.mount}`, {
          type: "kv",
          local: operation.local,
        }));
      case "unmount":
        return void (await this.#send(cluster, { method: "DELETE", path: `sys/mounts/${operation.mount}` }));
      case "rotate static role":
        return void (await this.#post(cluster, "database/rotate-role/app"));
      case "rotate static role twice": {
        const rotate = () => this.#post(cluster, "database/rotate-role/app");
        return void (await Promise.all([rotate(), rotate()]));
      }
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
    await this.#send(cluster, { method: "GET", path });
  }

  async readFilter(primary: string, id: string): Promise<void> {
    await this.read(primary, `${replication}/primary/paths-filter/${id}`);
  }

  /** Makes the cluster compare its Merkle tree with the keys that it stores. */
  async checkTree(cluster: string): Promise<void> {
    await this.#post(cluster, "sys/replication/merkle-check");
  }

  /** Returns the cluster's replication mode, or undefined if the request for the status fails. */
  async modeOf(cluster: string): Promise<string | undefined> {
    return (await this.statusOf(cluster))?.mode;
  }

  async statusOf(cluster: string): Promise<Readonly<Record<string, unknown> & { mode?: string }> | undefined> {
    const outcome = await this.#send(cluster, { method: "GET", path: `${replication}/status` });
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

  /**
   * Retries a promotion without force that was refused, because a secondary may refuse until it has applied all
   * entries, and any promotion with an unknown outcome.
   */
  async #promote(cluster: string, force: boolean): Promise<void> {
    for (let count = 0; count < tries.count; count++) {
      const outcome = await this.#post(cluster, `${replication}/secondary/promote`, { force });
      if (outcome.is === "ok" || (outcome.is === "fail" && force)) return;
      await new Promise<void>((resolve) => void this.#context.after(tries.pause, resolve));
    }
  }

  async #unseal(cluster: string): Promise<void> {
    for (const key of this.#keys.unsealKeysOf(cluster)) {
      const outcome = await this.#post(cluster, "sys/unseal", { key: key.toHex() });
      if (outcome.is === "ok" && outcome.reply.body?.sealed === false) return;
    }
  }

  /**
   * Replaces the unseal key of a cluster. The new key is recorded before it is verified, because without a response to
   * the verification either key may be valid.
   */
  async #rekey(cluster: string): Promise<void> {
    const [key] = this.#keys.unsealKeysOf(cluster);
    const options = { secret_shares: 1, secret_threshold: 1, require_verification: true };
    const begun = await this.#post(cluster, "sys/rekey/init", options);
    if (key === undefined || begun.is !== "ok") return;
    const share = { key: key.toHex(), nonce: begun.reply.body?.nonce };
    const made = await this.#post(cluster, "sys/rekey/update", share);
    const { keys: [text] = [] } = (made.is === "ok" ? made.reply.body : {}) as Readonly<{ keys?: readonly string[] }>;
    if (made.is !== "ok" || text === undefined) {
      return void (await this.#send(cluster, { method: "DELETE", path: "sys/rekey/init" }));
    }
    this.#keys.noteUnsealKey(cluster, Uint8Array.fromHex(text));
    await this.#post(cluster, "sys/rekey/verify", { key: text, nonce: made.reply.body?.verification_nonce });
  }

  #post(cluster: string, path: string, body: Readonly<Record<string, unknown>> = {}): Promise<Outcome> {
    return this.#send(cluster, { method: "POST", path, body });
  }

  #send(cluster: string, request: ApiRequest): Promise<Outcome> {
    return send(this.#context, { cluster, client: this.#name, token: this.#rootToken, ...request });
  }
}
