import { z } from "zod";
import { noInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";
import type { SystemContext } from "../../core/system-context.ts";
import type { Replication } from "../replication.ts";
import { clusterAddresses, clusterAddressIn, originIn, rootsIn } from "./addresses.ts";

const unwrapping = {
  primary_api_addr: field.text.default(""),
  ca_file: field.text.default(""),
  ca_path: field.text.default(""),
};

const publicKeyData = z.object({ secondary_public_key: z.string() });
const enableFields = z.object({ token: field.secret, ...unwrapping });
const updateFields = z.object({
  token: field.secret.optional(),
  update_primary_addrs: field.list.default([]),
  ...unwrapping,
});
const promotionFields = z.object({ primary_cluster_addr: field.text.default(""), force: field.boolean.default(false) });

export function secondaryEndpoints(replication: Replication): readonly Endpoint<SystemContext>[] {
  return [
    {
      path: "sys/replication/performance/secondary/generate-public-key",
      operations: {
        write: operation({
          summary: "Create a public key to which a primary can encrypt an activation token for this cluster",
          served: "locally",
          input: noInput,
          output: publicKeyData,
          run: async () => ({ data: { secondary_public_key: await replication.activations.generatePublicKey() } }),
        }),
      },
    },
    {
      path: "sys/replication/performance/secondary/enable",
      operations: {
        write: operation({
          summary: "Wipe this cluster and make it a secondary of a primary",
          served: "locally",
          statuses: [502],
          // This cluster calls the address that the caller names.
          sudo: true,
          input: enableFields,
          async run({ token, primary_api_addr, ca_file, ca_path }) {
            if (token === "") throw new Problem("refused", "missing token");
            const apiAddress = originIn({ primary_api_addr });
            const roots = rootsIn({ ca_file, ca_path });
            // A token can be used once: it is not used for a cluster that cannot become a secondary.
            replication.roles.expectRole("disabled");
            const activation = await replication.activations.behind({ token, apiAddress, roots });
            return replication.roles.enableSecondary(activation);
          },
        }),
      },
    },
    {
      path: "sys/replication/performance/secondary/update-primary",
      operations: {
        write: operation({
          summary: "Give a secondary another primary, or none",
          served: "locally",
          statuses: [502],
          sudo: true,
          input: updateFields,
          async run({ token, update_primary_addrs, primary_api_addr, ca_file, ca_path }) {
            if (token && update_primary_addrs.length > 0) {
              throw new Problem("refused", "token and update_primary_addrs exclude one another");
            }
            const roots = rootsIn({ ca_file, ca_path });
            const addresses = clusterAddresses(update_primary_addrs);
            if (token === undefined && addresses.length === 0)
              throw new Problem("refused", "token or update_primary_addrs must be given");
            const apiAddress = originIn({ primary_api_addr });
            replication.roles.expectRole("secondary");
            if (addresses.length > 0 || token === undefined) return replication.roles.updatePrimaryAddresses(addresses);
            return replication.roles.updatePrimary(
              token === "" ? null : await replication.activations.behind({ token, apiAddress, roots }),
            );
          },
        }),
      },
    },
    {
      path: "sys/replication/performance/secondary/promote",
      operations: {
        write: operation({
          summary: "Make a secondary the primary",
          served: "locally",
          input: promotionFields,
          run: async ({ primary_cluster_addr, force }) =>
            replication.roles.promote({ address: clusterAddressIn({ primary_cluster_addr }), force }),
        }),
      },
    },
    {
      path: "sys/replication/performance/secondary/disable",
      operations: {
        write: operation({
          summary: "Turn replication off on a secondary",
          served: "locally",
          input: noInput,
          run: () => replication.roles.disable("secondary"),
        }),
      },
    },
  ];
}
