import type { FaultTarget } from "./nemesis.ts";
import type { SetupContext } from "./setup.ts";

/** A world in which a schedule is played: virtual time, clusters, and faults. */
export interface CampaignWorld extends SetupContext, FaultTarget, AsyncDisposable {
  /** Returns the virtual milliseconds since the world began, with fractions. */
  elapsed(): number;
  /** Advances virtual time until the promise resolves. */
  until<T>(promise: Promise<T>): Promise<T>;
  linkOf(cluster: string): string;
  /** Creates a cloud principal and returns a function that signs a login at the current time. */
  signedLogin(name: string): Promise<() => Promise<Readonly<Record<string, string>>>>;
  /** Starts a cloud instance and returns its identity document, as login fields. */
  instanceEvidence(): Promise<Readonly<Record<string, string>>>;
  /** Returns the unseal keys to try: the cluster's own, newest first, then others. */
  unsealKeysOf(cluster: string): readonly Uint8Array[];
  noteUnsealKey(cluster: string, key: Uint8Array): void;
  /** Copies the disk of a cluster. */
  backUp(cluster: string): Promise<void>;
  /** Restarts a cluster with the latest copy of its disk; does nothing without a copy. */
  restoreBackup(cluster: string): Promise<void>;
  /** Waits for the quiet time after the repair and records that the world has settled. */
  settle(): Promise<void>;
  /**
   * Records the stores of clusters and the database catalog in the history; `alike` are the
   * clusters that must store the same replicated keys.
   */
  survey(alike: readonly string[]): Promise<void>;
  /** Records the end of the history. */
  end(): void;
}
