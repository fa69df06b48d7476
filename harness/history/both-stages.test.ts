import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { expect } from "chai";
import { packageRoot } from "#harness/program/package-root.ts";
import { eventTypes } from "./event.ts";
import { seenBelow } from "./seen-below.suite.ts";

const folder = mkdtempSync(join(tmpdir(), "understudy-both-stages-"));
// The database server may run as another user than this process.
chmodSync(folder, 0o755);
after(() => rmSync(folder, { recursive: true }));

const preload = new URL("./response-secrets.suite.ts", import.meta.url).href;

const feature = `
@needs-restart @needs-database @needs-cloud @needs-replication @needs-partition @needs-move-time
Feature: Every type of event in a history
  Scenario: A rotation, a crash, a login and a partition
    Given Oslo is the primary, and Lima replicates from it
    And the database is configured in Oslo
    And the database user "app" with a known password
    And an operator writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    And cloud login is enabled in Oslo
    And an operator writes the client configuration in Oslo with "iam_server_id_header_value=oslo.example"
    And the IAM user Ada
    And an operator writes the cloud role "painter" in Oslo with "bound_iam_principal_arn=arn:aws:iam::{account}:user/*, token_policies=drawing,painting, token_ttl=20m"
    When Oslo will crash once the new password is stored as pending and be restarted
    And an operator tries to rotate the credentials of the static role "app" in Oslo
    And Ada logs in to Oslo as "painter"
    And the link between Oslo and Lima is partitioned
    And 5 seconds pass
    And the link between Oslo and Lima is healed
`;

type SecretRecord = Readonly<{ kind?: string; secret?: string; files?: number; seen?: readonly string[] }>;

function rehearsed(
  stage: string,
): Readonly<{ report: string; types: ReadonlySet<string>; secretRecords: readonly SecretRecord[] }> {
  const [temporary, report, secretRecords] = ["temporary", "report", "secrets"].map((name) =>
    join(folder, `${stage}-${name}`),
  );
  if (!temporary || !report || !secretRecords) throw new Error("expected three paths");
  mkdirSync(temporary);
  const path = join(folder, `${stage}.feature`);
  writeFileSync(path, feature);
  const program = join(packageRoot, "bin", "understudy.js");
  // With a container, the server's files would be in the container.
  const databases = stage === "live" ? ["--databases", "embedded"] : [];
  const words = [program, "rehearse", path, "--stage", stage, ...databases, "--workers", "1", "--report", report];
  const env = { ...process.env, TMPDIR: temporary, SECRETS_FILE: secretRecords, NODE_OPTIONS: `--import ${preload}` };
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { env, encoding: "utf8" });
  expect(status, stdout + stderr).to.equal(0);
  const lines = (file: string) =>
    readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  return {
    report,
    types: new Set(lines(join(report, "history.ndjson")).map((one: { type: string }) => one.type)),
    secretRecords: lines(secretRecords),
  };
}

suite("on either stage", () => {
  for (const stage of ["simulated", "live"]) {
    suite(stage, () => {
      let played: ReturnType<typeof rehearsed> | undefined;
      const once = () => {
        played ??= rehearsed(stage);
        return played;
      };

      test("a history records every type of event", () => {
        expect([...once().types]).to.include.members([...eventTypes]);
      });

      test("no secret is in a temporary file or in the report, in clear, base64 or hex", () => {
        const { report, secretRecords } = once();
        const kinds = new Set(secretRecords.map(({ kind }) => kind));
        expect([...kinds]).to.include.members(["password", "service token", "token"]);
        const looks = secretRecords.filter(({ files }) => files !== undefined);
        expect(looks).to.have.lengthOf(1);
        // The live stage has a database server and two disk stores; the simulated stage has none.
        if (stage === "live") expect(looks[0]?.files).to.be.above(100);
        expect(looks[0]?.seen).to.deep.equal([]);
        const secrets = secretRecords.flatMap(({ kind = "value", secret }) =>
          secret === undefined || kind === "value" || kind.endsWith("accessor") ? [] : [secret],
        );
        const { files, seen } = seenBelow(report, secrets);
        expect(files).to.be.above(2);
        expect(seen).to.deep.equal([]);
        // Proves that the search finds a secret: a planted secret is found in every encoding.
        for (const form of ["utf8", "base64", "hex"] as const) {
          writeFileSync(join(report, "leak"), `…${Buffer.from(secrets[0] ?? "").toString(form)}…`);
          expect(seenBelow(report, secrets).seen, form).to.have.lengthOf(1);
        }
      });
    });
  }
});
