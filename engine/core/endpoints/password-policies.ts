import { z } from "zod";
import { namedInput, namesData, noInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { Problem, wrapped } from "../../api/problem.ts";
import { decodedIfBase64 } from "../../api/values/base64.ts";
import { maxTextLength } from "../password-policy/password-policy.ts";
import type { SystemContext } from "../system-context.ts";

const written = namedInput.extend({
  policy: field
    .longText(`${maxTextLength} characters once decoded`)
    .default("")
    .meta({ description: "HCL or JSON, plain or in base64." }),
});

const policyData = z.object({ policy: z.string() });
const passwordData = z.object({ password: z.string() });

/** Endpoints below `sys/policies/password` (W3.7-07, W3.7-08). */
export function passwordPolicyEndpoints(): readonly Endpoint<SystemContext>[] {
  return [
    {
      path: "sys/policies/password",
      operations: {
        list: operation({
          summary: "List the password policies",
          served: "locally",
          input: noInput,
          output: namesData,
          async run(_, { realm: { passwords } }: SystemContext) {
            const keys = await passwords.names();
            if (keys.length === 0) throw new Problem("absent", "");
            return { data: { keys } };
          },
        }),
      },
    },
    {
      path: "sys/policies/password/:name",
      operations: {
        read: operation({
          summary: "Read a password policy",
          served: "locally",
          input: namedInput,
          output: policyData,
          async run({ name }, { realm: { passwords } }: SystemContext) {
            const policy = await passwords.read(name);
            if (policy === undefined) throw absent();
            return { data: { policy } };
          },
        }),
        write: operation({
          summary: "Write a password policy in HCL or JSON",
          served: "by-primary",
          input: written,
          async run({ name, policy }, { realm: { passwords } }: SystemContext) {
            if (policy === "") throw new Problem("refused", wrapped("missing policy"));
            await passwords.write(name, decodedIfBase64(policy));
            return undefined;
          },
        }),
        delete: operation({
          summary: "Delete a password policy",
          served: "by-primary",
          input: namedInput,
          async run({ name }, { realm: { passwords } }: SystemContext) {
            await passwords.remove(name);
            return undefined;
          },
        }),
      },
    },
    {
      path: "sys/policies/password/:name/generate",
      operations: {
        read: operation({
          summary: "Generate a password under a password policy",
          served: "locally",
          input: namedInput,
          output: passwordData,
          async run({ name }, { realm: { passwords } }: SystemContext) {
            if ((await passwords.read(name)) === undefined) throw absent();
            return { data: { password: await passwords.generate(name) } };
          },
        }),
      },
    },
  ];
}

function absent(): Problem {
  return new Problem("absent", wrapped("policy does not exist"));
}
