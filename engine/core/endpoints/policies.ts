import { z } from "zod";
import type { Answer } from "../../api/answer.ts";
import { foldedNamedInput, namesData, noInput } from "../../api/common-shapes.ts";
import { type Endpoint, type Operation, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";
import { decodedIfBase64 } from "../../api/values/base64.ts";
import { requireName } from "../naming/path-rule.ts";
import type { SystemContext } from "../system-context.ts";

const written = foldedNamedInput.extend({
  policy: field.longText("policyCharacters").default("").meta({ description: "HCL or JSON, plain or in base64." }),
});
const writtenLegacy = written.extend({
  rules: field.longText("policyCharacters").default("").meta({ description: "Deprecated name of `policy`." }),
});

const listedLegacy = namesData.extend({ policies: z.array(z.string()) });
const shown = z.object({ name: z.string(), policy: z.string() });
const shownLegacy = z.object({ name: z.string(), rules: z.string() });

type Presentation<Builder> = Readonly<{ answer: Builder; output: z.ZodType }>;

/** Endpoints below `sys/policies/acl` and the deprecated `sys/policy` (W3.7-01 to W3.7-05). */
export function policyEndpoints(): readonly Endpoint<SystemContext>[] {
  const listLegacy = list({
    output: listedLegacy,
    answer: (keys) => ({ data: { keys, policies: keys }, raised: true }),
  });
  return [
    {
      path: "sys/policies/acl",
      operations: { list: list({ output: namesData, answer: (keys) => ({ data: { keys } }) }) },
    },
    {
      path: "sys/policies/acl/*name",
      operations: {
        read: read({
          output: shown,
          answer: (name, policy) => ({ data: { name, policy } }),
        }),
        write: operation({
          summary: "Write a policy",
          served: "by-primary",
          longBody: "document",
          input: written,
          run: ({ name, policy }, context: SystemContext) => write(name, policy, [], context),
        }),
        delete: remove,
      },
    },
    { path: "sys/policy", operations: { list: listLegacy, read: listLegacy } },
    {
      path: "sys/policy/*name",
      operations: {
        read: read({
          output: shownLegacy,
          answer: (name, rules) => ({ data: { name, rules }, raised: true }),
        }),
        write: operation({
          summary: "Write a policy, by the deprecated path",
          served: "by-primary",
          longBody: "document",
          input: writtenLegacy,
          run({ name, policy, rules }, context: SystemContext) {
            const warnings =
              policy === "" && rules !== "" ? ["'rules' is deprecated, please use 'policy' instead"] : [];
            return write(name, policy || rules, warnings, context);
          },
        }),
        delete: remove,
      },
    },
  ];
}

function list({ answer, output }: Presentation<(keys: readonly string[]) => Answer>): Operation<SystemContext> {
  return operation({
    summary: "List the policies",
    served: "locally",
    input: noInput,
    output,
    run: async (_, { realm: { policies } }: SystemContext) => answer(await policies.names()),
  });
}

function read({ answer, output }: Presentation<(name: string, text: string) => Answer>): Operation<SystemContext> {
  return operation({
    summary: "Read a policy",
    served: "locally",
    input: foldedNamedInput,
    output,
    async run({ name }, { realm: { policies } }: SystemContext) {
      const text = await policies.read(name.toLowerCase());
      if (text === undefined) throw new Problem("absent", "");
      return answer(name.toLowerCase(), text);
    },
  });
}

async function write(
  name: string,
  policy: string,
  warnings: readonly string[],
  { realm: { policies } }: SystemContext,
): Promise<Answer | undefined> {
  if (policy === "") throw new Problem("refused", "'policy' parameter not supplied or empty");
  requireName("name", name);
  const lowered = name.toLowerCase();
  await policies.write(lowered, decodedIfBase64(policy));
  const all = name === lowered ? warnings : [...warnings, `policy name was converted to ${lowered}`];
  return all.length === 0 ? undefined : { warnings: all };
}

const remove: Operation<SystemContext> = operation({
  summary: "Delete a policy",
  served: "by-primary",
  input: foldedNamedInput,
  async run({ name }, { realm: { policies } }: SystemContext) {
    await policies.remove(name.toLowerCase());
    return undefined;
  },
});
