import type { Endpoint } from "../api/endpoint.ts";
import type { Ports } from "../ports/ports.ts";
import type { CoreLimits } from "./core-limits.ts";
import type { Reading } from "./metrics/metrics.ts";
import type { MountType } from "./mounts/mount-type.ts";
import type { WritePath } from "./storage/write-path.ts";
import type { SystemContext } from "./system-context.ts";

export type FirstMount = Readonly<{ type: string; path: string; options: Readonly<Record<string, string>> | null }>;

export type CoreOptions = Readonly<{
  /** Name of the cluster. Audit entries of forwarded requests contain it. */
  clusterName: string;
  ports: Ports;
  writePath: WritePath;
  types: readonly MountType[];
  systemEndpoints: readonly Endpoint<SystemContext>[];
  gauges?: () => readonly Reading[];
  /** Text of a root token to create when the core opens, unless it exists. Default: none. */
  rootToken?: string;
  isDevelopment?: boolean;
  firstMounts?: readonly FirstMount[];
  limits: CoreLimits;
}>;
