import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { expect } from "chai";
import { foreignServer } from "#harness/targets/foreign-server.suite.ts";

type Reply = Readonly<{ status: number; body: string }>;
type Verdicts = Readonly<Record<string, Readonly<{ verdict: string }>>>;

/**
 * Changes replies in ways that the documents allow, such as texts of refusals, order of lists and additional fields.
 * The source of this function runs in the server, so it cannot refer to this file.
 */
function differing(reply: Reply): Reply {
  const { status } = reply;
  if (status === 204) return { ...reply, status: 200, body: "{}" };
  if (reply.body === "") return reply;
  const body = JSON.parse(reply.body);
  const names: unknown = body.data?.keys;
  if (status === 400) return { ...reply, status: 500, body: JSON.stringify({ errors: ["1 error occurred: not so"] }) };
  if (Array.isArray(names)) body.data.keys = names.toReversed();
  else if (body.auth === undefined && body.data) body.later = "of a later release";
  return { ...reply, body: JSON.stringify(body) };
}

test("a server that differs only where the documents allow it breaks no requirement", async () => {
  // Only the server itself reads the value of a role tag.
  const backwards = "[...ours(...given)].toReversed().join('')";
  await using server = await foreignServer(
    {
      file: "engine/cloud/tag/genuine-tag.ts",
      from: "export function tagValue(",
      to: `export function tagValue(...given: Parameters<typeof ours>) { return ${backwards}; }\nfunction ours(`,
    },
    {
      file: "engine/cloud/tag/genuine-tag.ts",
      from: "const end = value.lastIndexOf",
      to: 'value = [...value].toReversed().join("");\n  const end = value.lastIndexOf',
    },
    {
      file: "cluster/http/application.ts",
      from: "sendReply(context.res, reply);",
      to: `${differing}\n    sendReply(context.res, differing(reply));`,
    },
  );
  const features = [
    ...["certificates", "roles", "role-tags", "inferring", "unique-ids", "sts-roles", "instance-login"].map(
      (name) => `cloud-auth/${name}`,
    ),
    ...["connections", "credential-types", "capabilities"].map((name) => `database/${name}`),
    "core/names",
    "core/paths",
  ];
  const played = await server.rehearse(features.map((name) => `features/${name}.feature`));
  const report = JSON.parse(readFileSync(join(played.report, "conformance.json"), "utf8"));
  const verdicts: Verdicts = report.verdicts;
  const lost = Object.entries(verdicts).filter(([, { verdict }]) => verdict === "broken" || verdict === "not judged");
  expect(Object.fromEntries(lost), played.stdout).to.deep.equal({});
  expect(report.counts.held).to.be.greaterThan(40);
});
