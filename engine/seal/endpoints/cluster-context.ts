import type { Ports } from "../../ports/ports.ts";
import type { Rekeying } from "../rekeying.ts";
import type { RootGeneration } from "../root-generation.ts";
import type { Protected, Seal } from "../seal.ts";

/** What the endpoints of a cluster's life work with, sealed or not. */
export type ClusterContext = Readonly<{
  seal: Seal<Protected>;
  rootGeneration: RootGeneration;
  rekeying: Rekeying;
  ports: Pick<Ports, "clock" | "entropy" | "link">;
  clusterName: string;
  /** What kind of store it is, such as `inmem`. */
  storageType: string;
}>;
