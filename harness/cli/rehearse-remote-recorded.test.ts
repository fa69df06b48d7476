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
  "fields of a connection": ["core/names"],
  "static roles": ["database/capabilities", "core/names"],
  "types of credentials": ["database/credential-types"],
  "the common name": ["database/credential-types"],
};

/** Ids of the documents that the form of the answers contradicts. */
const mayBreak: ReadonlySet<string> = new Set(["DB-CREDCONF-10"]);

type Verdicts = Readonly<Record<string, Readonly<{ verdict: string }>>>;

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
        // The plugin of the reference issues only passwords.
        { clusters, database: { ...(server.target.database as object), supports: [] } },
      );
      const {
        played: how,
        verdicts,
        causes,
      } = JSON.parse(readFileSync(join(played.report, "conformance.json"), "utf8"));
      const lost = Object.entries(verdicts as Verdicts).filter(
        ([id, { verdict }]) => (verdict === "broken" && !mayBreak.has(id)) || verdict === "not judged",
      );
      expect(lost, JSON.stringify(causes, null, 1)).to.deep.equal([]);
      expect(how.scenarios.passed).to.be.greaterThan(3);
    });
  }
});
