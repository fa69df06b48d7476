import type { Breakable } from "./nemesis.ts";
import type { SetupContext } from "./setup.ts";

/** A world in which a schedule is played: virtual time, clusters, and all that can be done to them. */
export interface CampaignWorld extends SetupContext, Breakable, AsyncDisposable {
  /** Milliseconds since the world began, with fractions. */
  elapsed(): number;
  /** Lets time go on until `wanted` is there. */
  until<T>(wanted: Promise<T>): Promise<T>;
  linkOf(cluster: string): string;
  /** Makes a principal of the cloud; what is given back signs a login of it, now. */
  signedLogin(name: string): Promise<() => Promise<Readonly<Record<string, string>>>>;
  /** Starts an instance of the cloud; what is given back is what it logs in with. */
  instanceEvidence(): Promise<Readonly<Record<string, string>>>;
  /** The keys that may open the seal of a cluster: its own, the newest first, then those of the others. */
  unsealKeysOf(cluster: string): readonly Uint8Array[];
  noteUnsealKey(cluster: string, key: Uint8Array): void;
  /** Keeps a copy of what the disk of a cluster holds. */
  backUp(cluster: string): Promise<void>;
  /** Starts a cluster again over the copy that was kept last; does nothing where there is none. */
  restoreBackup(cluster: string): Promise<void>;
  /** All is healed and has come to rest: notes so. */
  settle(): Promise<void>;
  /** Notes what is in the stores of clusters and in the database's catalogue; `alike` are the clusters that store the same of what is replicated. */
  survey(alike: readonly string[]): Promise<void>;
  /** Notes that the history is whole. */
  end(): void;
}
