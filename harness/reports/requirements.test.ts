import { test } from "node:test";
import { expect } from "chai";
import { parseRequirements, readRequirements } from "#harness/reports/requirements.ts";
import { requirementIdOf } from "#harness/reports/unknown-tags.ts";

const header = "id\tdocument\tsection\tstatement\tkind\tobservable\tneeds\tsince\tuntil\torigin";
const line = "DB-ROLE-01\tdatabase\tRole\tIt must be.\tendpoint\tLook.\tcloud-sts,cloud-ec2\t1.7\t\timplied";

test("all requirements of the documents can be read, and a tag can name each id", () => {
  const requirements = readRequirements();
  expect(requirements.size).to.equal(478);
  for (const id of requirements.keys()) expect(requirementIdOf(`@${id}`)).to.equal(id);
  expect(new Set([...requirements.values()].map(({ document }) => document))).to.have.keys([
    "cloud-auth",
    "database",
    "replication",
  ]);
});

test("a line is parsed as a requirement", () => {
  expect(parseRequirements(`${header}\n${line}\n`).get("DB-ROLE-01")).to.deep.equal({
    id: "DB-ROLE-01",
    document: "database",
    section: "Role",
    statement: "It must be.",
    kind: "endpoint",
    observable: "Look.",
    needs: ["cloud-sts", "cloud-ec2"],
    since: "1.7",
    until: "",
    origin: "implied",
  });
});

test("errors in the table have the line number", () => {
  expect(() => parseRequirements(`id\tstatement\n${line}`)).to.throw("line 1");
  expect(() => parseRequirements(`${header}\n${line}\n${line}`)).to.throw("line 3: DB-ROLE-01 occurs twice");
  expect(() => parseRequirements(`${header}\n${line}\textra`)).to.throw("line 2: 11 cells instead of 10");
  expect(() => parseRequirements(`${header}\n${line.replace("implied", "dreamt")}`)).to.throw("line 2: unknown origin");
});
