import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { expect } from "chai";
import { type ForeignServer, foreignServer } from "#harness/targets/foreign-server.suite.ts";
import { proxyTo } from "./proxy.suite.ts";
import { inRecordedForms, recordedForms } from "./reference-answers.suite.ts";

/** The forms, and the features that failed when they did not allow them. */
const featuresFor: Readonly<Record<keyof typeof recordedForms, readonly string[]>> = {
  "framed errors": ["core/bad-requests", "core/wrapping"],
  "data at the top level": ["core/policies", "core/methods"],
  "warnings instead of no content": ["cloud-auth/certificates"],
  "the provider's name": ["core/paths", "cloud-auth/identity-configuration", "cloud-auth/inferring"],
  "fields of a connection": ["core/names", "database/connections"],
  "static roles": ["database/capabilities", "core/names"],
  "types of credentials": ["database/credential-types"],
  "empty statements": ["database/roles"],
};

describe("a server that answers as the reference was recorded", () => {
  let server: ForeignServer;
  before(async () => {
    server = await foreignServer();
  });
  after(() => server?.[Symbol.asyncDispose]());

  for (const [name, features] of Object.entries(featuresFor)) {
    test(`breaks no rule by ${name}`, async () => {
      const rule = recordedForms[name as keyof typeof recordedForms];
      await using proxy = await proxyTo(server.api, inRecordedForms(rule));
      const clusters = { Oslo: { api: proxy.api, tokenVariable: "FOREIGN_TOKEN" } };
      const played = await server.rehearse(
        features.map((feature) => `features/${feature}.feature`),
        { clusters },
      );
      const { played: how, causes } = JSON.parse(readFileSync(join(played.report, "conformance.json"), "utf8"));
      const titles = causes.map(({ cause, scenarios }: { cause: string; scenarios: readonly string[] }) => [
        cause,
        ...scenarios,
      ]);
      expect(titles, played.stderr).to.deep.equal([]);
      expect(played.code).to.equal(0);
      expect(how.scenarios.passed).to.be.greaterThan(3);
    });
  }
});
