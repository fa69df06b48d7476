import { z } from "zod";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { Problem } from "../../api/problem.ts";
import { decodedIfBase64 } from "../../api/values/base64.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import { namesEndpoint } from "../../core/mounts/names-endpoint.ts";
import { readTagValue } from "../tag/genuine-tag.ts";
import { denied, deniedTags, denyListLock, shownDeniedTag } from "./denied-tag.ts";

/** A parameter for the rest of the path, because tag values may contain slashes. */
const named = z.object({ role_tag: z.string().meta({ description: "The tag_value as it is, or in base64." }) });

const deniedTagEndpoint: Endpoint<HandlerContext> = {
  path: "roletag-denylist/*role_tag",
  operations: {
    read: operation({
      summary: "Read the deny list entry of a role tag",
      served: "locally",
      input: named,
      output: z.object({ creation_time: z.string(), expiration_time: z.string() }),
      async run({ role_tag }, { storage }: HandlerContext) {
        const entry = await deniedTags.read(storage, decodedIfBase64(role_tag));
        if (!entry) throw new Problem("absent", "");
        return { data: shownDeniedTag(entry) };
      },
    }),
    write: operation({
      summary: "Add a role tag to the deny list, so that no instance can log in with it",
      served: "by-primary",
      input: named,
      async run({ role_tag }, { storage, cryptography, clock, withLock, leaseLimits }: HandlerContext) {
        const value = decodedIfBase64(role_tag);
        const genuine = await readTagValue(value, { storage, cryptography });
        return withLock(denyListLock, async () => {
          const old = await deniedTags.read(storage, value);
          const { maxSeconds } = leaseLimits();
          const entry = denied(genuine, { old, now: clock.now(), mountMaximumSeconds: maxSeconds });
          await storage.commit([deniedTags.put(value, entry)]);
          return undefined;
        });
      },
    }),
    delete: operation({
      summary: "Remove a role tag from the deny list",
      served: "by-primary",
      input: named,
      run: ({ role_tag }, { storage, withLock }: HandlerContext) =>
        withLock(denyListLock, async () => {
          await storage.commit([deniedTags.remove(decodedIfBase64(role_tag))]);
          return undefined;
        }),
    }),
  },
};

export const denyListEndpoints: readonly Endpoint<HandlerContext>[] = [
  deniedTagEndpoint,
  namesEndpoint("roletag-denylist", "List the values of the role tags on the deny list", deniedTags.names),
];
