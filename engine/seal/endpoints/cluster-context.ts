import type { Ports } from "../../ports/ports.ts";
import type { Rekeying } from "../rekeying.ts";
import type { RootGeneration } from "../root-generation.ts";
import type { Protected, Seal } from "../seal.ts";

export type ClusterContext = Readonly<{
  seal: Seal<Protected>;
  rootGeneration: RootGeneration;
  rekeying: Rekeying;
  ports: Pick<Ports, "clock" | "entropy" | "link">;
  clusterName: string;
  storageType: string;
}>;
