import { test } from "node:test";
import { expect } from "chai";
import { parseMembers, parseRequirements, readRequirements } from "#harness/reports/requirements.ts";
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
    members: [],
    origin: "implied",
  });
});

test("errors in the table have the line number", () => {
  expect(() => parseRequirements(`id\tstatement\n${line}`)).to.throw("line 1");
  expect(() => parseRequirements(`${header}\n${line}\n${line}`)).to.throw("line 3: DB-ROLE-01 occurs twice");
  expect(() => parseRequirements(`${header}\n${line}\textra`)).to.throw("line 2: 11 cells instead of 10");
  expect(() => parseRequirements(`${header}\n${line.replace("implied", "dreamt")}`)).to.throw("line 2: unknown origin");
});

test("the members of a requirement are read in their order, and errors have the line number", () => {
  const members = "id\tmember\tmeaning";
  const known = new Set(["DB-ROLE-01"]);
  const rows = ["DB-ROLE-01\tupdate\tIt is updated.", "DB-ROLE-01\tcreate\tIt is created."];
  expect(parseMembers([members, ...rows, ""].join("\n"), known).get("DB-ROLE-01")).to.deep.equal([
    { name: "update", meaning: "It is updated." },
    { name: "create", meaning: "It is created." },
  ]);
  const parse =
    (...lines: readonly string[]) =>
    () =>
      parseMembers([members, ...rows, ...lines].join("\n"), known);
  expect(parse("DB-ROLE-01\tcreate\tAgain.")).to.throw("line 4: DB-ROLE-01:create occurs twice");
  expect(parse("DB-ROLE-02\tcreate\tx")).to.throw("line 4: DB-ROLE-02 is no requirement");
  expect(parse("DB-ROLE-01\tthe delete\tx")).to.throw("line 4: the delete may only have small letters");
  expect(parse("DB-ROLE-01\tdelete")).to.throw("line 4: three cells are expected");
  expect(() => parseMembers(`${members}\n${rows[0]}`, known)).to.throw("DB-ROLE-01 has one member");
});
