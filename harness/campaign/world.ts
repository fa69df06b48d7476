import type { FaultTarget } from "./nemesis.ts";
import type { SetupContext } from "./setup.ts";

export interface CampaignWorld extends SetupContext, FaultTarget, AsyncDisposable {
  /** Returns the virtual time since the start of the world in milliseconds, with fractions. */
  elapsed(): number;
  /** Advances virtual time until the promise settles. */
  until<T>(promise: Promise<T>): Promise<T>;
  linkOf(cluster: string): string;
  /**
   * Creates a cloud principal. Returns a function that signs a login at the current time and returns the login fields.
   */
  signedLogin(name: string): Promise<() => Promise<Readonly<Record<string, string>>>>;
  /** Starts a cloud instance. Returns its identity document in the form of login fields. */
  instanceEvidence(): Promise<Readonly<Record<string, string>>>;
  /** Returns the unseal keys to try: the cluster's own keys, newest first, then others of the world. */
  unsealKeysOf(cluster: string): readonly Uint8Array[];
  noteUnsealKey(cluster: string, key: Uint8Array): void;
  backUp(cluster: string): Promise<void>;
  /** Restarts a cluster with the latest backup of its disk. Without a backup, it does nothing. */
  restoreBackup(cluster: string): Promise<void>;
  /** Lets a fixed time pass after the repair, and records in the history that the world has settled. */
  settle(): Promise<void>;
  /**
   * Records surveys of the stores and of the database in the history. `members` are the members of the replication set.
   */
  survey(members: readonly string[]): Promise<void>;
  end(): void;
}
