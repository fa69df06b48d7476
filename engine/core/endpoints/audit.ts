import { z } from "zod";
import { noInput, pathInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { bounded, field } from "../../api/field.ts";
import type { JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import type { Entropy } from "../../ports/entropy.ts";
import type { AuditBroker } from "../audit/audit-broker.ts";
import { type AuditDevice, auditFormatOf, auditOptions, auditTarget } from "../audit/device.ts";
import { requirePath } from "../naming/path-rule.ts";
import { uuid } from "../naming/random-names.ts";
import type { SystemContext } from "../system-context.ts";

const deviceFields = z.object({
  path: field.name,
  type: field.text.default(""),
  description: field.text.default(""),
  options: field.object.default({}),
  local: field.boolean.default(false),
});
const maxInput = 1024 * 1024;
const hashFields = z.object({ path: field.name, input: bounded.secret({ characters: maxInput }).default("") });
const hashData = z.object({ hash: z.string() });
const devicesData = z.record(
  z.string(),
  z.object({
    path: z.string(),
    type: z.string(),
    description: z.string(),
    local: z.boolean(),
    options: z.record(z.string(), z.string()),
  }),
);
const headersData = z.record(z.string(), z.object({ hmac: z.boolean() }));
const allHeadersData = z.object({ headers: headersData });
const headerFields = z.object({ header: field.foldedName });
const headerSettingsFields = z.object({ header: field.foldedName, hmac: field.boolean.default(false) });

/** Endpoints `sys/audit`, `sys/audit-hash` and `sys/config/auditing` (W3.11-01, W3.11-02). */
export function auditEndpoints({
  broker,
  entropy,
}: {
  broker: AuditBroker;
  entropy: Entropy;
}): readonly Endpoint<SystemContext>[] {
  return [
    {
      path: "sys/audit",
      operations: {
        read: operation({
          summary: "List the audit devices",
          served: "locally",
          sudo: true,
          rootOnly: true,
          input: noInput,
          output: devicesData,
          run: async () => ({
            raised: true,
            data: Object.fromEntries(broker.devices().map((device) => [device.path, describeDevice(device)])),
          }),
        }),
      },
    },
    {
      path: "sys/audit/*path",
      operations: {
        write: operation({
          summary: "Enable an audit device",
          served: ({ local }) => (local ? "locally" : "by-primary"),
          sudo: true,
          rootOnly: true,
          input: deviceFields,
          async run({ path, type, description, options: given, local }) {
            requirePath("path", path);
            const options = auditOptions(given);
            auditTarget(type, options);
            auditFormatOf(options);
            const salt = uuid(entropy);
            await broker.enable({
              path: `${path}/`,
              type: type as AuditDevice["type"],
              description,
              local,
              options,
              salt,
            });
            return undefined;
          },
        }),
        delete: operation({
          summary: "Disable an audit device",
          served: ({ path }) =>
            broker.devices().some((one) => one.path === `${path}/` && one.local) ? "locally" : "by-primary",
          sudo: true,
          rootOnly: true,
          input: pathInput,
          async run({ path }) {
            await broker.disable(`${path}/`);
            return undefined;
          },
        }),
      },
    },
    {
      path: "sys/audit-hash/*path",
      operations: {
        write: operation({
          summary: "Compute the HMAC of a text, as the entries of an audit device contain it",
          served: "locally",
          rootOnly: true,
          input: hashFields,
          output: hashData,
          async run({ path, input }) {
            if (input === "") throw new Problem("refused", "the 'input' parameter is empty");
            return { raised: true, data: { hash: broker.hash(`${path}/`, input) } };
          },
        }),
      },
    },
    {
      path: "sys/config/auditing/request-headers",
      operations: {
        read: operation({
          summary: "List the audited request headers",
          served: "locally",
          sudo: true,
          rootOnly: true,
          input: noInput,
          output: allHeadersData,
          run: async () => ({ data: { headers: describeHeaders(broker.auditedHeaders()) } }),
        }),
      },
    },
    {
      path: "sys/config/auditing/request-headers/*header",
      operations: {
        read: operation({
          summary: "Read the audit settings of a request header",
          served: "locally",
          sudo: true,
          rootOnly: true,
          input: headerFields,
          output: headersData,
          async run({ header }) {
            const name = header.toLowerCase();
            const hmac = broker.auditedHeaders().get(name);
            if (hmac === undefined) throw new Problem("refused", "Could not find header in config");
            return { data: describeHeaders(new Map([[name, hmac]])) };
          },
        }),
        write: operation({
          summary: "Audit a request header",
          served: "by-primary",
          sudo: true,
          rootOnly: true,
          input: headerSettingsFields,
          async run({ header, hmac }) {
            await broker.auditHeader(header, hmac);
            return undefined;
          },
        }),
        delete: operation({
          summary: "Stop auditing a request header",
          served: "by-primary",
          sudo: true,
          rootOnly: true,
          input: headerFields,
          async run({ header }) {
            await broker.forgetHeader(header);
            return undefined;
          },
        }),
      },
    },
  ];
}

function describeDevice({ path, type, description, local, options }: AuditDevice): JsonObject {
  return { path, type, description, local, options };
}

function describeHeaders(headers: ReadonlyMap<string, boolean>): JsonObject {
  return Object.fromEntries([...headers].map(([name, hmac]) => [name, { hmac }]));
}
