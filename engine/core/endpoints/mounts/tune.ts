import { z } from "zod";
import type { Answer } from "../../../api/answer.ts";
import { pathInput } from "../../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../../api/endpoint.ts";
import { field } from "../../../api/field.ts";
import { Problem, quoted } from "../../../api/problem.ts";
import { isBuiltIn } from "../../mounts/built-in-mounts.ts";
import type { Mount, MountType } from "../../mounts/mount-type.ts";
import { fullPath } from "../../mounts/open-mount.ts";
import type { SystemContext } from "../../system-context.ts";
import { describeTuning } from "./describe-mount.ts";
import { tuningData } from "./described-mount.ts";
import { kindAndPath, servedWhereItIs } from "./mount-services.ts";
import { leaseSeconds, settingFields, withSettings } from "./mount-settings.ts";
import { upgradeWarning } from "./tuned-version.ts";

const tuning = z.object({
  path: field.name,
  ...settingFields,
  description: field.text.optional(),
  options: field.pairs.optional(),
});

type TuningRequest = z.output<typeof tuning>;

/** `<base>/…/tune` (W3.3-07, W3.3-08, W3.3-10). `prefix` precedes the mount's path at the root. */
export function tuneEndpoint(base: string, prefix: "" | "auth/"): Endpoint<SystemContext> {
  const whole = (path: string) => prefix + path;
  return {
    path: `${base}/*path/tune`,
    operations: {
      read: operation({
        summary: "Read what a mount is tuned to, with the lease times that hold",
        served: "locally",
        sudo: prefix === "auth/",
        input: pathInput,
        output: tuningData,
        async run(input, { realm: { mounts } }: SystemContext) {
          const place = kindAndPath(whole(input.path));
          const open = mounts.at(place.kind, place.path);
          if (open) return { raised: true, data: describeTuning(open.mount) };
          throw new Problem("refused", `cannot fetch sysview for path ${quoted(fullPath(place))}`);
        },
      }),
      write: operation({
        summary: "Tune a mount: what is left out stays as it is",
        served(input, { realm }: SystemContext) {
          const { kind, path } = kindAndPath(whole(input.path));
          return servedWhereItIs(realm, kind, path);
        },
        concerns: ({ path }) => [kindAndPath(whole(path))],
        sudo: prefix === "auth/",
        input: tuning,
        async run(input, { realm: { mounts } }: SystemContext) {
          const place = kindAndPath(whole(input.path));
          if (place.kind === "secret" && isBuiltIn(place)) {
            throw new Problem("refused", `cannot tune ${quoted(place.path)}`);
          }
          return mounts.alone(async (): Promise<Answer | undefined> => {
            const open = mounts.at(place.kind, place.path);
            if (!open) {
              throw new Problem("refused", `tune of path ${quoted(fullPath(place))} failed: no mount entry found`);
            }
            const warning = upgradeWarning(open.mount, input.options ?? {});
            await mounts.save(tuned(open.mount, open.type, input));
            return warning === undefined ? undefined : { warnings: [warning] };
          });
        },
      }),
    },
  };
}

/** `mount` as it is wished for. Throws a Problem "refused" with the reference's text. */
function tuned(mount: Mount, type: MountType, wish: TuningRequest): Mount {
  if (wish.token_type !== undefined) {
    if (mount.kind === "secret") throw new Problem("refused", "'token_type' can only be modified on auth mounts");
    if (isBuiltIn(mount)) {
      throw new Problem("refused", "'token_type' cannot be set for 'token' or 'ns_token' auth mounts");
    }
  }
  const options = tunedOptions(mount, wish);
  if (wish.options) type.checkOptions?.(options ?? {}, mount.options ?? {});
  return {
    ...withSettings(mount, wish),
    ...tunedTimes(mount, wish),
    description: wish.description ?? mount.description,
    options,
  };
}

function tunedTimes(
  mount: Mount,
  { default_lease_ttl, max_lease_ttl }: TuningRequest,
): Pick<Mount, "defaultLeaseSeconds" | "maxLeaseSeconds"> {
  const seconds = (text: string | undefined, before: number) => {
    try {
      return leaseSeconds(text, before);
    } catch (error) {
      throw new Problem("refused", (error as Error).message);
    }
  };
  const least = seconds(default_lease_ttl, mount.defaultLeaseSeconds);
  const most = seconds(max_lease_ttl, mount.maxLeaseSeconds);
  if (most > 0 && most < least) {
    throw new Problem(
      "refused",
      `backend max lease TTL of ${most} would be less than backend default lease TTL of ${least}`,
    );
  }
  return { defaultLeaseSeconds: least, maxLeaseSeconds: most };
}

/** An option that is set to nothing is dropped, but for the version, where that is a mistake. */
function tunedOptions({ options }: Mount, wish: TuningRequest): Mount["options"] {
  if (!wish.options) return options;
  const all = Object.entries({ ...options, ...wish.options });
  return Object.fromEntries(all.filter(([name, value]) => value !== "" || name === "version"));
}
