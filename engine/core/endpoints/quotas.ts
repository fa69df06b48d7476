import { z } from "zod";
import { namedInput, namesData, noInput } from "../../api/common-shapes.ts";
import { type Endpoint, type Operation, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import type { JsonObject } from "../../api/json.ts";
import { Problem, quoted } from "../../api/problem.ts";
import { trimEnd } from "../../api/values/trim-ends.ts";
import { absolutePath } from "../mounts/open-mount.ts";
import type { Namespaces } from "../namespaces/namespaces.ts";
import { requirePath } from "../naming/path-rule.ts";
import type { Quota } from "../quotas/quota.ts";
import type { Quotas } from "../quotas/quotas.ts";
import type { SystemContext } from "../system-context.ts";

type Services = Readonly<{ quotas: Quotas; namespaces: Namespaces }>;

const common = {
  name: field.name,
  path: field.text.default(""),
  role: field.text.default(""),
};

const rateLimitFields = z.object({
  ...common,
  rate: field.number.default(0),
  interval: field.seconds.default(1),
  block_interval: field.seconds.default(0),
});
const leaseCountFields = z.object({ ...common, max_leases: field.integer.default(0) });
const settingsFields = z.object({
  rate_limit_exempt_paths: field.list.optional(),
  enable_rate_limit_audit_logging: field.boolean.optional(),
  enable_rate_limit_response_headers: field.boolean.optional(),
});
const settingsData = z.object({
  enable_rate_limit_audit_logging: z.boolean(),
  enable_rate_limit_response_headers: z.boolean(),
  rate_limit_exempt_paths: z.array(z.string()),
});
const quotaData = { name: z.string(), path: z.string(), role: z.string() };
const dataOf = {
  "rate-limit": z.object({
    ...quotaData,
    type: z.literal("rate-limit"),
    rate: z.number(),
    interval: z.int(),
    block_interval: z.int(),
  }),
  "lease-count": z.object({
    ...quotaData,
    type: z.literal("lease-count"),
    counter: z.int(),
    max_leases: z.int(),
  }),
} as const;

/** Endpoints below `sys/quotas` (W2-47, W3.11-06; reference documentation, "Resource quotas"). */
export function quotaEndpoints(services: Services): readonly Endpoint<SystemContext>[] {
  const { quotas } = services;
  return [
    ...endpointsOf(
      "rate-limit",
      services,
      operation({
        summary: "Limit the rate of requests",
        served: "by-primary",
        rootOnly: true,
        input: rateLimitFields,
        async run({ name, path, role, rate, interval, block_interval }) {
          if (!(rate > 0)) throw new Problem("refused", "'rate' is invalid");
          if (interval < 1) throw new Problem("refused", "'interval' is invalid");
          const [intervalSeconds, blockSeconds] = [interval, block_interval];
          const storedPath = storedPathOf(path, role, services);
          await quotas.save({ type: "rate-limit", name, path: storedPath, role, rate, intervalSeconds, blockSeconds });
          return undefined;
        },
      }),
    ),
    ...endpointsOf(
      "lease-count",
      services,
      operation({
        summary: "Limit the number of leases",
        served: "by-primary",
        rootOnly: true,
        input: leaseCountFields,
        async run({ name, path, role, max_leases: maxLeases }) {
          if (maxLeases < 1) throw new Problem("refused", "'max_leases' must be greater than 0");
          await quotas.save({ type: "lease-count", name, path: storedPathOf(path, role, services), role, maxLeases });
          return undefined;
        },
      }),
    ),
    {
      path: "sys/quotas/config",
      operations: {
        read: operation({
          summary: "Read the settings of all quotas",
          served: "locally",
          rootOnly: true,
          input: noInput,
          output: settingsData,
          run: async () => ({
            data: {
              enable_rate_limit_audit_logging: quotas.settings.rateLimitAuditLogging,
              enable_rate_limit_response_headers: quotas.settings.rateLimitResponseHeaders,
              rate_limit_exempt_paths: quotas.settings.rateLimitExemptPaths,
            },
          }),
        }),
        write: operation({
          summary: "Change the settings of all quotas",
          served: "by-primary",
          rootOnly: true,
          input: settingsFields,
          async run(input) {
            const { settings } = quotas;
            for (const path of input.rate_limit_exempt_paths ?? []) requirePattern("rate_limit_exempt_paths", path);
            await quotas.saveSettings({
              rateLimitExemptPaths: input.rate_limit_exempt_paths ?? settings.rateLimitExemptPaths,
              rateLimitAuditLogging: input.enable_rate_limit_audit_logging ?? settings.rateLimitAuditLogging,
              rateLimitResponseHeaders: input.enable_rate_limit_response_headers ?? settings.rateLimitResponseHeaders,
            });
            return undefined;
          },
        }),
      },
    },
  ];
}

function endpointsOf(
  type: Quota["type"],
  { quotas }: Services,
  write: Operation<SystemContext>,
): readonly Endpoint<SystemContext>[] {
  return [
    {
      path: `sys/quotas/${type}`,
      operations: {
        list: operation({
          summary: `List the ${type} quotas`,
          served: "locally",
          rootOnly: true,
          input: noInput,
          output: namesData,
          async run() {
            const keys = quotas.all(type).map(({ name }) => name);
            if (keys.length === 0) throw new Problem("absent", "");
            return { data: { keys: keys.sort() } };
          },
        }),
      },
    },
    {
      path: `sys/quotas/${type}/:name`,
      operations: {
        read: operation({
          summary: `Read a ${type} quota`,
          served: "locally",
          rootOnly: true,
          input: namedInput,
          output: dataOf[type],
          async run({ name }) {
            const quota = quotas.all(type).find((one) => one.name === name);
            if (!quota) throw new Problem("absent", "");
            return { data: await describe(quota, quotas) };
          },
        }),
        write,
        delete: operation({
          summary: `Delete a ${type} quota`,
          served: "by-primary",
          rootOnly: true,
          input: namedInput,
          async run({ name }) {
            await quotas.remove(type, name);
            return undefined;
          },
        }),
      },
    },
  ];
}

function requirePattern(field: string, pattern: string): void {
  if (pattern !== "*") requirePath(field, pattern.replace(/\*$/, ""));
}

function storedPathOf(path: string, role: string, { namespaces }: Services): string {
  if (path === "") {
    if (role !== "") throw new Problem("refused", "path must be that of an auth mount where a role is given");
    return "";
  }
  requirePattern("path", path);
  const normalized = path.endsWith("/") || path.endsWith("*") ? path : `${path}/`;
  const { realm, path: rest } = namespaces.resolve("", normalized);
  if (rest === "") return normalized;
  const found = realm.mounts.find(trimEnd(rest, "/*"));
  if (!found) throw new Problem("refused", `invalid mount path ${quoted(normalized)}`);
  const mount = absolutePath(found[0]);
  if (role !== "" && found[0].mount.kind !== "auth") {
    throw new Problem("refused", "path must be that of an auth mount where a role is given");
  }
  return normalized === mount ? mount : normalized.replace(/\/$/, "");
}

async function describe(quota: Quota, quotas: Quotas): Promise<JsonObject> {
  const { name, path, role, type } = quota;
  if (quota.type === "lease-count") {
    return { counter: await quotas.leasesUnder(quota), max_leases: quota.maxLeases, name, path, role, type };
  }
  const { rate, intervalSeconds, blockSeconds } = quota;
  return { block_interval: blockSeconds, interval: intervalSeconds, name, path, rate, role, type };
}
