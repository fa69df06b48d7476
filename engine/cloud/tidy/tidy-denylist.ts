import { z } from "zod";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { tidyStarted } from "../../core/endpoints/tidy-started.ts";
import type { HandlerContext, MountContext } from "../../core/mounts/mount-type.ts";
import type { StorageChange } from "../../core/storage/storage.ts";
import { deniedTags, denyListLock } from "../denylist/denied-tag.ts";
import { tidySettings, usualBufferSeconds, usualTidySettings } from "./tidy-settings.ts";

/** How often the list is tidied unasked (choices.md). */
const tidyMilliseconds = 60 * 60 * 1000;

/** Entries looked at before others get their turn, and removed in one batch at most. */
const lookedAtATime = 500;

/** Clears away entries that have been over for a while. The list is shared: the primary tidies it. */
export const tidyDenyListEndpoint: Endpoint<HandlerContext> = {
  path: "tidy/roletag-denylist",
  operations: {
    write: operation({
      summary: "Clear away entries of the roletag-denylist that have been over for a while",
      served: "by-primary",
      statuses: [202],
      input: z.object({ safety_buffer: field.seconds.default(usualBufferSeconds) }),
      async run({ safety_buffer }, context: HandlerContext) {
        const name = `tidy roletag-denylist ${safety_buffer}`;
        context.agenda.arrange(name, context.clock.now(), () => tidyDenyList(context, safety_buffer));
        return tidyStarted;
      },
    }),
  },
};

/** Arranges that the list is tidied every hour from now on, as its settings then say. */
export async function arrangeTidying(context: MountContext): Promise<void> {
  context.agenda.arrange("tidy roletag-denylist", context.clock.now() + tidyMilliseconds, async () => {
    await arrangeTidying(context);
    const { safety_buffer, disable_periodic_tidy } =
      (await tidySettings.read(context.storage, "roletag-denylist")) ?? usualTidySettings;
    if (!disable_periodic_tidy) await tidyDenyList(context, safety_buffer);
  });
}

/** Removes the entries whose end is further back than `bufferSeconds`. */
async function tidyDenyList(
  { storage, clock, withLock, isPrimary }: MountContext,
  bufferSeconds: number,
): Promise<void> {
  const overAt = clock.now() - bufferSeconds * 1000;
  let after: string | undefined = "";
  while (after !== undefined && isPrimary()) {
    const from: string = after;
    // Page by page, so that who denies a tag meanwhile does not wait for all of them.
    after = await withLock(denyListLock, async () => {
      const values = await deniedTags.names(storage, { after: from, limit: lookedAtATime });
      const over: StorageChange[] = [];
      for (const value of values) {
        const entry = await deniedTags.read(storage, value);
        if (entry && entry.expiresAt < overAt) over.push(deniedTags.remove(value));
      }
      if (over.length > 0) await storage.commit(over);
      return values.length < lookedAtATime ? undefined : values.at(-1);
    });
  }
}
