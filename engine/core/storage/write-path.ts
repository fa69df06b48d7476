import type { Answer } from "../../api/answer.ts";
import type { Problem, ProblemCode } from "../../api/problem.ts";
import type { Request, Verb } from "../../api/request.ts";
import type { Change } from "../../ports/store.ts";

/** A call that a secondary has authenticated and authorised, for its primary to carry out. */
export type ForwardedCall = Readonly<{
  /** Id of the request, by which the audit entries of both clusters are told to belong together. */
  requestId: string;
  verb: Verb;
  /** Path of the namespace, such as `team/a/`; "" is the root. */
  namespace: string;
  path: string;
  /** The fields as JSON, so that numbers keep their spelling on the way. */
  fieldsText: string;
  displayName: string;
  entityId: string;
  remoteAddress: string;
  /** Names of the policies of the caller's token, and the id of the namespace that it belongs to; none and "" where it is the secondary itself that asks. */
  policies: readonly string[];
  policyNamespace: string;
  /** Seconds for which the caller has the answer wrapped; null where it does not. */
  wrapSeconds: number | null;
}>;

/** What came of a forwarded call. */
export type Outcome =
  | Readonly<{ answer: Answer | null }>
  | Readonly<{ problem: Readonly<{ code: ProblemCode; message: string }> }>;

/**
 * Where all changes of state go. Keys under `shared/` are replicated from the primary, keys under `local/` stay on this cluster.
 * The core writes through it; replication stands behind it.
 */
export interface WritePath {
  /** Whether shared keys may be written here. */
  isPrimary(): boolean;
  /** Whether a secondary of this cluster is connected. Left out, there is none. */
  hasSecondaries?(): boolean;
  /** Whether the namespace of this id is filtered from this cluster: it is gone from here, and nowhere else. Left out, none is. */
  isFiltered?(namespace: string): boolean;
  /** Saves all changes or none; shared ones as one entry of the write log that belongs to `mount` ("" for the core). */
  commit(mount: string, changes: readonly Change[]): Promise<void>;
  /**
   * Throws a Problem "behind" when the data here are not as far as the request's headers say that they were elsewhere. Undefined where
   * they say nothing. Left out, no index is required.
   */
  expectIndex?(headers: Request["headers"]): Promise<void> | undefined;
  /**
   * The Problem "unavailable" of a secondary whose first copy of the replicated data is not complete: what is missing here may be on its primary. Undefined, or
   * left out, where all data are here.
   */
  firstCopyRefusal?(): Problem | undefined;
  /** `answer` to a call that may have changed something, with the replication index. Left out, none is added. */
  tellingIndex?(answer: Answer | undefined): Answer | undefined;
  /** The names of the mounts (`mount/` and its uuid) and namespaces (`namespace/` and its id) that are filtered from this secondary. Left out, none is. */
  filteredFrom?(secondary: string): Promise<ReadonlySet<string>>;
  /**
   * Has the primary carry out a call, and waits until the changes are here, at most `arrivalMilliseconds` (default: 2 seconds); an answer without them has a
   * warning. Throws a Problem "upstream" when the primary cannot be reached.
   */
  forward(call: ForwardedCall, options?: Readonly<{ arrivalMilliseconds?: number }>): Promise<Outcome>;
}

/** What replication tells the rest of the engine. */
export interface WritePathListener {
  /** Shared keys have changed by replication, or everything has: what was made ready of them is forgotten, before anything else is told. */
  forget(keys: readonly string[] | "everything"): void;
  /**
   * Replication is about to delete the shared keys `deleted`; `lastValue` reads what one of them held. Resolves to the changes of local keys
   * that are saved with that, or not at all. Left out, there are none.
   */
  keep?(
    deleted: readonly string[],
    lastValue: (key: string) => Promise<string | undefined>,
  ): Promise<readonly Change[]>;
  /** Replication is about to wipe this cluster. Resolves to what is saved with that all the same. Left out, there is nothing. */
  keepOverWipe?(): Promise<readonly Change[]>;
  /** Shared keys changed by replication, not by a commit made here. */
  applied(keys: readonly string[]): void | Promise<void>;
  /** Called when the cluster becomes a primary or a secondary. */
  leadershipChanged(): Promise<void>;
  /** All that was stored is gone, shared and local; make what a new cluster has. */
  wiped(): Promise<void>;
  /** Something of the above failed whatever was tried: what is in memory is no longer what is stored, and must not be gone by. */
  lostTouch(): void;
  /** Carries out a call that a secondary forwarded; `from` is the id by which it is registered here. */
  serve(call: ForwardedCall, from: string): Promise<Outcome>;
}
