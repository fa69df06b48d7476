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
import { kindAndPath, servedBy } from "./mount-services.ts";
import { leaseSeconds, settingFields, withSettings } from "./mount-settings.ts";
import { upgradeWarning } from "./tuned-version.ts";

const tuning = z.object({
  path: field.name,
  ...settingFields,
  description: field.text.optional(),
  options: field.pairs.optional(),
});

type TuningRequest = z.output<typeof tuning>;

export function tuneEndpoint(base: string, prefix: "" | "auth/"): Endpoint<SystemContext> {
  const fullPathOf = (path: string) => prefix + path;
  return {
    path: `${base}/*path/tune`,
    operations: {
      read: operation({
        summary: "Read the settings and effective lease times of a mount",
        served: "locally",
        sudo: prefix === "auth/",
        input: pathInput,
        output: tuningData,
        async run(input, { realm: { mounts } }: SystemContext) {
          const target = kindAndPath(fullPathOf(input.path));
          const open = mounts.at(target.kind, target.path);
          if (open) return { raised: true, data: describeTuning(open.mount) };
          throw new Problem("refused", `cannot fetch sysview for path ${quoted(fullPath(target))}`);
        },
      }),
      write: operation({
        summary: "Tune a mount: settings that are missing keep their values",
        served(input, { realm }: SystemContext) {
          const { kind, path } = kindAndPath(fullPathOf(input.path));
          return servedBy(realm, kind, path);
        },
        concerns: ({ path }) => [kindAndPath(fullPathOf(path))],
        sudo: prefix === "auth/",
        input: tuning,
        async run(input, { realm: { mounts } }: SystemContext) {
          const target = kindAndPath(fullPathOf(input.path));
          if (target.kind === "secret" && isBuiltIn(target)) {
            throw new Problem("refused", `cannot tune ${quoted(target.path)}`);
          }
          return mounts.alone(async (): Promise<Answer | undefined> => {
            const open = mounts.at(target.kind, target.path);
            if (!open) {
              throw new Problem("refused", `tune of path ${quoted(fullPath(target))} failed: no mount entry found`);
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

function tuned(mount: Mount, type: MountType, request: TuningRequest): Mount {
  if (request.token_type !== undefined) {
    if (mount.kind === "secret") throw new Problem("refused", "'token_type' can only be modified on auth mounts");
    if (isBuiltIn(mount)) {
      throw new Problem("refused", "'token_type' cannot be set for 'token' or 'ns_token' auth mounts");
    }
  }
  const options = tunedOptions(mount, request);
  if (request.options) type.checkOptions?.(options ?? {}, mount.options ?? {});
  return {
    ...withSettings(mount, request),
    ...tunedTimes(mount, request),
    description: request.description ?? mount.description,
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
  const defaultSeconds = seconds(default_lease_ttl, mount.defaultLeaseSeconds);
  const maxSeconds = seconds(max_lease_ttl, mount.maxLeaseSeconds);
  if (maxSeconds > 0 && maxSeconds < defaultSeconds) {
    throw new Problem(
      "refused",
      `backend max lease TTL of ${maxSeconds} would be less than backend default lease TTL of ${defaultSeconds}`,
    );
  }
  return { defaultLeaseSeconds: defaultSeconds, maxLeaseSeconds: maxSeconds };
}

function tunedOptions({ options }: Mount, request: TuningRequest): Mount["options"] {
  if (!request.options) return options;
  const all = Object.entries({ ...options, ...request.options });
  return Object.fromEntries(all.filter(([name, value]) => value !== "" || name === "version"));
}
