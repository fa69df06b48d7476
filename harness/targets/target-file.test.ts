import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { parseTarget, readTarget } from "./target-file.ts";
import { TargetProblem } from "./target-problem.ts";

const folder = mkdtempSync(join(tmpdir(), "understudy-target-"));
after(() => rmSync(folder, { recursive: true }));

const page = readFileSync(new URL("../../docs/targets.md", import.meta.url), "utf8");
const examples = [...page.matchAll(/^```json\n(.*?)^```$/gms)].map(([, text = ""]) => text);
const refusals = [...page.matchAll(/^\| `([{[].*?[}\]])` \| `(.*)` \|$/gm)].map(([, text = "", said = ""]) => ({
  text,
  said,
}));

suite("the page on targets", () => {
  test("contains examples and error messages", () => {
    expect(examples).to.have.length(5);
    expect(refusals).to.have.length(24);
  });

  for (const [index, text] of examples.entries()) {
    test(`example ${index + 1} is a valid target file`, () => {
      const { name, clusters } = parseTarget(text, "target.json");
      expect(name).not.to.equal("");
      expect(clusters.map((one) => one.name)).to.include("Oslo");
    });
  }

  for (const { text, said } of refusals) {
    test(`says: ${said}`, () => {
      expect(() => parseTarget(text, "f.json")).to.throw(TargetProblem, `target f.json: ${said}`);
    });
  }
});

test("files are relative to the target file, and omitted fields have the documented defaults", () => {
  const file = join(folder, "target.json");
  writeFileSync(file, examples[0] ?? "");
  expect(readTarget(file)).to.deep.equal({
    name: "staging",
    clusters: [
      {
        ...{ name: "Oslo", api: "https://vault.example:8200", link: "https://vault.example:8200" },
        ...{ peerApi: "https://vault.example:8200", relays: [], connectsFrom: [] },
        ...{ tokenVariable: "STAGING_TOKEN", caFile: join(folder, "ca.pem"), commands: {} },
      },
    ],
    ...{ startOptions: [], sameMachine: false, mayRelink: false },
    ...{ reset: "clear", filterKey: "cluster_id", rightToLead: false, ownRules: false },
    ...{ lacks: [], expectedFailures: [], folder },
  });
});

test("the files of the kits are valid, and the documented fields are parsed", () => {
  const kit = (name: string) => readTarget(fileURLToPath(new URL(`../../kit/${name}`, import.meta.url)));
  const own = kit("own/target.json");
  expect(own.clusters[1]).to.deep.include({
    peerApi: "http://127.0.0.1:8213",
    connectsFrom: ["127.0.1.20"],
    relays: [
      { bind: { host: "127.0.0.1", port: 8213 }, to: { host: "127.0.0.1", port: 8210 } },
      { bind: { host: "127.0.0.1", port: 8214 }, to: { host: "127.0.0.1", port: 8211 } },
    ],
  });
  expect(own.auditFolder).to.equal(join(own.folder, "state/audit"));
  expect(own.database?.relay).to.deep.equal({ bind: { host: "127.0.0.1", port: 0 } });
  expect(kit("containers/target.json").clusters.map(({ commands }) => commands.joined)).to.deep.equal(
    ["Oslo", "Lima", "Kyoto"].map((name) => ["./joined", name]),
  );
  expect(kit("containers/vault-enterprise.json")).to.include({ provider: "aws", filterKey: "secondary_id" });
});

test("an error about a missing or malformed file contains its name", () => {
  const file = join(folder, "none.json");
  expect(() => readTarget(file)).to.throw(TargetProblem, `target ${file} cannot be read: ENOENT`);
  expect(() => parseTarget("{", "f.json")).to.throw(TargetProblem, "target f.json is not JSON: ");
});
