import { z } from "zod";
import { type Endpoint, operation } from "../../../api/endpoint.ts";
import { field } from "../../../api/field.ts";
import { Problem } from "../../../api/problem.ts";
import type { HandlerContext } from "../../../core/mounts/mount-type.ts";
import { namesEndpoint } from "../../../core/mounts/names-endpoint.ts";
import { accessList, accessListLock, shownAccessListEntry } from "./access-list-entry.ts";

const named = z.object({ instance_id: field.name });

const accessListEndpoint: Endpoint<HandlerContext> = {
  path: "identity-accesslist/:instance_id",
  operations: {
    read: operation({
      summary: "Read the access list entry of an instance that logged in to this cluster",
      served: "locally",
      input: named,
      output: z.object({
        role: z.string(),
        client_nonce: z.string().meta({ secret: true }),
        disallow_reauthentication: z.boolean(),
        pending_time: z.string(),
        creation_time: z.string(),
        last_updated_time: z.string(),
        expiration_time: z.string(),
      }),
      async run({ instance_id }, { storage }: HandlerContext) {
        const entry = await accessList.read(storage, instance_id);
        if (!entry) throw new Problem("absent", "");
        return { data: shownAccessListEntry(entry) };
      },
    }),
    delete: operation({
      summary: "Delete the access list entry of an instance, whose next login here then counts as its first",
      served: "locally",
      input: named,
      run: ({ instance_id }, { storage, withLock }: HandlerContext) =>
        withLock(accessListLock(instance_id), async () => {
          await storage.commit([accessList.remove(instance_id)]);
          return undefined;
        }),
    }),
  },
};

export const accessListEndpoints: readonly Endpoint<HandlerContext>[] = [
  accessListEndpoint,
  namesEndpoint(
    "identity-accesslist",
    "List the ids of the instances that logged in to this cluster",
    accessList.names,
  ),
];
