import { z } from "zod";
import { noInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import type { SystemContext } from "../../core/system-context.ts";
import type { TreeReport } from "../merkle/check.ts";
import type { Replication } from "../replication.ts";

/** Fields of the reference's `reindex`. They have no effect here. */
const reindexFields = z.object({
  diff: field.boolean.default(false),
  force: field.boolean.default(false),
  skip_flush: field.boolean.default(false),
});

const corruptedBucket = z.object({ corrupted: z.boolean(), subpages: z.array(z.string()) });
const corruptedTree = z.object({
  tree_type: z.string(),
  root_hash: z.string(),
  corrupted_subtree_root: z.boolean(),
  corrupted_index_tuples_map: z.record(z.string(), corruptedBucket).nullable(),
});
const checkData = z.object({
  merkle_corruption_report: z.object({
    corrupted_root: z.boolean(),
    corrupted_tree_map: z.record(z.string(), corruptedTree),
    last_corruption_check_epoch: z.string(),
  }),
});

export function maintenanceEndpoints(replication: Replication): readonly Endpoint<SystemContext>[] {
  return [
    {
      path: "sys/replication/recover",
      operations: {
        write: operation({
          summary: "Check the Merkle tree, rebuild it where it is wrong, and compare a secondary with its primary",
          served: "locally",
          input: noInput,
          run: () => replication.maintenance.recover(),
        }),
      },
    },
    {
      path: "sys/replication/reindex",
      operations: {
        write: operation({
          summary: "Rebuild the Merkle tree from what is stored",
          served: "locally",
          sudo: true,
          input: reindexFields,
          run: () => replication.maintenance.reindex(),
        }),
      },
    },
    {
      path: "sys/replication/merkle-check",
      operations: {
        write: operation({
          summary: "Compare the Merkle tree with what is stored",
          served: "locally",
          input: noInput,
          output: checkData,
          run: async () => ({ data: checkedTree(await replication.maintenance.merkleCheck(), replication) }),
        }),
      },
    },
  ];
}

function checkedTree(
  { isCorrupted, buckets, subtrees }: TreeReport,
  replication: Replication,
): z.input<typeof checkData> {
  const pages = new Map<string, string[]>(subtrees.map((subtree) => [subtree, []]));
  for (const { subtree, bucket } of buckets) pages.set(subtree, [...(pages.get(subtree) ?? []), bucket]);
  const status = replication.status();
  return {
    merkle_corruption_report: {
      corrupted_root: isCorrupted,
      corrupted_tree_map: {
        "1": {
          tree_type: "replicated",
          root_hash: Uint8Array.fromHex(replication.maintenance.merkleRoot).toBase64(),
          corrupted_subtree_root: subtrees.length > 0,
          corrupted_index_tuples_map: isCorrupted
            ? Object.fromEntries(Array.from(pages, ([page, subpages]) => [page, { corrupted: true, subpages }]))
            : null,
        },
      },
      last_corruption_check_epoch: String(status.last_corruption_check_epoch),
    },
  };
}
