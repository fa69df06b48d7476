import { z } from "zod";
import { noInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import type { JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import { serviceVersion } from "../../api/service-version.ts";
import { keyShare, parseShare } from "../share-text.ts";
import { bareOperation } from "./bare-operation.ts";
import type { ClusterContext } from "./cluster-context.ts";
import { sealStatusShape } from "./shapes.ts";

const unsealInput = z.object({
  key: keyShare,
  reset: field.boolean.default(false).meta({ description: "Discard the key shares provided so far" }),
  migrate: field.boolean.default(false).meta({ description: "Not supported: there is one kind of seal" }),
});

export function sealStatusEndpoints(context: ClusterContext): readonly Endpoint<unknown>[] {
  const { seal } = context;
  return [
    {
      path: "sys/seal-status",
      operations: {
        read: bareOperation({
          summary: "Read the seal state of the cluster and the progress of unsealing",
          input: noInput,
          output: sealStatusShape,
          run: async () => sealStatus(context),
        }),
      },
    },
    {
      path: "sys/unseal",
      operations: {
        write: bareOperation({
          summary: "Provide an unseal key share",
          input: unsealInput,
          output: sealStatusShape,
          async run({ key, reset, migrate }) {
            if (migrate) throw new Problem("refused", "migrate: there is no other seal to migrate to");
            if (reset) seal.resetUnsealing();
            else if (key === "") {
              throw new Problem("refused", "'key' must be specified in request body as JSON, or 'reset' set to true");
            } else await seal.unseal(parseShare(key));
            return sealStatus(context);
          },
        }),
      },
    },
    {
      path: "sys/seal",
      operations: {
        write: operation({
          summary: "Seal the cluster: it discards its keys and refuses requests until it is unsealed",
          served: "locally",
          sudo: true,
          rootOnly: true,
          seals: true,
          input: noInput,
          async run() {
            seal.request();
            return undefined;
          },
        }),
      },
    },
  ];
}

function sealStatus({ seal, clusterName, storageType }: ClusterContext): JsonObject {
  const standing = seal.inside?.standing();
  const { shares, threshold } = seal.sharing;
  return {
    type: "shamir",
    initialized: seal.isInitialized,
    sealed: seal.isSealed,
    t: threshold,
    n: shares,
    ...seal.unsealing,
    version: serviceVersion,
    build_date: "",
    migration: false,
    ...(standing ? { cluster_name: clusterName, cluster_id: standing.clusterId } : {}),
    recovery_seal: false,
    storage_type: storageType,
  };
}
