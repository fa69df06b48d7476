import type { Ports } from "../../ports/ports.ts";
import type { Rekeying } from "../rekeying.ts";
import type { RootGeneration } from "../root-generation.ts";
import type { Protected, Seal } from "../seal.ts";

/** Dependencies of the endpoints in this folder. */
export type ClusterContext = Readonly<{
  seal: Seal<Protected>;
  rootGeneration: RootGeneration;
  rekeying: Rekeying;
  ports: Pick<Ports, "clock" | "entropy" | "link">;
  clusterName: string;
  /** Type of the store, such as `inmem`. */
  storageType: string;
}>;
