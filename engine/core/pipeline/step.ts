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

export type PipelineServices = Readonly<{
  clusterName: string;
  clock: Clock;
  log: Log;
  writePath: WritePath;
  namespaces: Namespaces;
  system: Router<SystemContext>;
  audit: AuditBroker;
  quotas: Quotas;
  metrics: Metrics;
  authorizer: Authorizer;
  tokens: TokenLife;
  leases: LeaseLife;
  wrapping: Wrapping;
}>;

export type Step = Readonly<{
  name: string;
  run(context: RequestContext, services: PipelineServices): void | Promise<void>;
  /** True if the step runs on the cluster that the client called, but not on the primary for a forwarded request. */
  receivingClusterOnly?: true;
  runsOnFailure?: true;
}>;
