import { z } from "zod";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { tidyStarted } from "../../core/endpoints/tidy-started.ts";
import type { HandlerContext, MountContext } from "../../core/mounts/mount-type.ts";
import { tidyAccessList } from "./tidy-access-list.ts";
import { tidyDenyList } from "./tidy-denylist.ts";
import { type TidiedList, tidySettings, usualBufferSeconds, usualTidySettings } from "./tidy-settings.ts";

/** Interval of the periodic tidy, in milliseconds: one hour, as in the reference (CLOUD-TIDY-07). */
const tidyMilliseconds = 60 * 60 * 1000;

/**
 * For each list, its tidy function and the cluster that tidies it: the primary tidies the deny list, which is
 * replicated; each cluster tidies its own access list.
 */
const lists = {
  "roletag-denylist": { tidy: tidyDenyList, served: "by-primary" },
  "identity-accesslist": { tidy: tidyAccessList, served: "locally" },
} as const;

export const tidyEndpoints: readonly Endpoint<HandlerContext>[] = [
  tidyEndpoint("roletag-denylist"),
  tidyEndpoint("identity-accesslist"),
];

function tidyEndpoint(list: TidiedList): Endpoint<HandlerContext> {
  const { tidy, served } = lists[list];
  return {
    path: `tidy/${list}`,
    operations: {
      write: operation({
        summary: `Remove entries of the ${list} that expired longer ago than the safety buffer`,
        served,
        statuses: [202],
        input: z.object({ safety_buffer: field.seconds.default(usualBufferSeconds) }),
        async run({ safety_buffer }, context: HandlerContext) {
          const name = `tidy ${list} ${safety_buffer}`;
          context.agenda.arrange(name, context.clock.now(), () => tidy(context, safety_buffer));
          return tidyStarted;
        },
      }),
    },
  };
}

/** Schedules the tidy of both lists every hour. A tidy that is disabled in the settings of its list is skipped. */
export async function arrangeTidying(context: MountContext): Promise<void> {
  arrange("roletag-denylist", context);
  arrange("identity-accesslist", context);
}

function arrange(list: TidiedList, context: MountContext): void {
  context.agenda.arrange(`tidy ${list}`, context.clock.now() + tidyMilliseconds, async () => {
    arrange(list, context);
    const settings = (await tidySettings.read(context.storage, list)) ?? usualTidySettings;
    if (!settings.disable_periodic_tidy) await lists[list].tidy(context, settings.safety_buffer);
  });
}
