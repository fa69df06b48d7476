import type { CloudFault } from "#harness/cloud/cloud-provider.ts";
import type { TcpRelay } from "#harness/faults/tcp-relay.ts";

/** All that can be made to fail on a stage by who is not part of this process. */
export type Controls = Readonly<{
  clusters: readonly Readonly<{ name: string; api: string }>[];
  /** Milliseconds since 1970 on the stage. */
  now(): number;
  pass(milliseconds: number): Promise<void>;
  /** Between two clusters, until `heal`. */
  partition(one: string, other: string): Promise<void>;
  dropSilently(one: string, other: string): Promise<void>;
  slow(one: string, other: string, milliseconds: number): Promise<void>;
  heal(one: string, other: string): Promise<void>;
  /** Ends a cluster without warning. */
  crash(cluster: string): Promise<void>;
  /** Starts one over what it had saved. */
  start(cluster: string): Promise<void>;
  /** Has one stand still, and go on. */
  pause(cluster: string): void;
  resume(cluster: string): void;
  /** What stands before the database and the cloud. */
  relays: Readonly<Record<"database" | "cloud", TcpRelay>>;
  /** Has the cloud answer an action with a refusal, until it answers as usual: undefined. */
  setCloudFault(action: string, fault: CloudFault | undefined): Promise<void>;
  /** Writes down that a fault began or ended, where the stage does not do so itself. */
  began(kind: string, parties: readonly string[], about?: Readonly<Record<string, unknown>>): void;
  ended(parties: readonly string[]): void;
}>;
