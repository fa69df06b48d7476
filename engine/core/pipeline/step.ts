import type { Router } from "../../api/router.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { AuditBroker } from "../audit/audit-broker.ts";
import type { LeaseLife } from "../leases/lease-life.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Namespaces } from "../namespaces/namespaces.ts";
import type { Quotas } from "../quotas/quotas.ts";
import type { WritePath } from "../storage/write-path.ts";
import type { SystemContext } from "../system-context.ts";
import type { TokenLife } from "../tokens/token-life.ts";
import type { Wrapping } from "../wrapping/wrapping.ts";
import type { Authorizer } from "./authorizer.ts";
import type { RequestContext } from "./request-context.ts";

/** What steps work with: all of it is there from unseal to seal or wipe. */
export type PipelineServices = Readonly<{
  clusterName: string;
  clock: Clock;
  log: Log;
  writePath: WritePath;
  namespaces: Namespaces;
  /** The endpoints that the core itself serves in every namespace. */
  system: Router<SystemContext>;
  audit: AuditBroker;
  quotas: Quotas;
  metrics: Metrics;
  authorizer: Authorizer;
  tokens: TokenLife;
  leases: LeaseLife;
  wrapping: Wrapping;
}>;

/** One step of a request's way. What it throws refuses the request. */
export type Step = Readonly<{
  name: string;
  /** Returns a promise only where it has to wait: the next step then waits, and else runs synchronously. */
  run(context: RequestContext, services: PipelineServices): void | Promise<void>;
  /** Whether only the cluster takes it that the client asked, not the primary to which that one forwards the request. */
  whereAskedOnly?: true;
  /** Whether requests that were refused take it, too. */
  evenRefused?: true;
}>;
