import { z } from "zod";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";
import type { SystemScene } from "../system-scene.ts";

/** `sys/policies/acl` (reference-wire.md, 3.7). */
export function policyEndpoints(): readonly Endpoint<SystemScene>[] {
  return [
    {
      path: "sys/policies/acl",
      operations: {
        list: operation({
          summary: "List the policies",
          served: "locally",
          input: z.object({}),
          run: async (_, { realm: { policies } }: SystemScene) => ({ data: { keys: await policies.names() } }),
        }),
      },
    },
    {
      path: "sys/policies/acl/*name",
      operations: {
        read: operation({
          summary: "Read a policy",
          served: "locally",
          input: z.object({ name: field.name }),
          async run({ name }, { realm: { policies } }: SystemScene) {
            const policy = await policies.read(name.toLowerCase());
            if (policy === undefined) throw new Problem("absent", "");
            return { data: { name: name.toLowerCase(), policy } };
          },
        }),
        write: operation({
          summary: "Write a policy in HCL or JSON",
          served: "by-primary",
          input: z.object({ name: field.name, policy: field.text.default("") }),
          async run({ name, policy }, { realm: { policies } }: SystemScene) {
            if (policy === "") throw new Problem("refused", "'policy' parameter not supplied or empty");
            await policies.write(name.toLowerCase(), policy);
            return name === name.toLowerCase() ? undefined : { warnings: ["policy name was converted to lower case"] };
          },
        }),
        delete: operation({
          summary: "Delete a policy",
          served: "by-primary",
          input: z.object({ name: field.name }),
          async run({ name }, { realm: { policies } }: SystemScene) {
            await policies.remove(name.toLowerCase());
            return undefined;
          },
        }),
      },
    },
  ];
}
