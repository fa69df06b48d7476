import { test } from "node:test";
import { expect } from "chai";
import { describeAsJson, describeForPeople } from "#harness/cli/describe-started.ts";

const state = {
  clusters: [
    {
      ...{ name: "Oslo", api: "http://127.0.0.1:8200", link: "http://127.0.0.1:8201", token: "it's me" },
      auditFolders: ["/tmp/oslo's"],
    },
  ],
  unsealKey: { file: "data/understudy.unseal-key" },
  databases: [{ kind: "postgresql", url: "postgresql://postgres:x@127.0.0.1:5432/postgres", kept: false }],
  cloud: { url: "http://127.0.0.1:4566", region: "r", account: "1", accessKeyId: "k", secretAccessKey: "s" },
};

test("programs get one line of JSON with all there is to know", () => {
  expect(describeAsJson(state)).not.to.contain("\n");
  expect(JSON.parse(describeAsJson(state))).to.deep.equal({
    clusters: [
      {
        ...{ name: "Oslo", api: "http://127.0.0.1:8200", link: "http://127.0.0.1:8201", token: "it's me" },
        audit_folders: ["/tmp/oslo's"],
      },
    ],
    unseal_key_file: "data/understudy.unseal-key",
    databases: [{ kind: "postgresql", url: "postgresql://postgres:x@127.0.0.1:5432/postgres", kept: false }],
    cloud: { url: "http://127.0.0.1:4566", region: "r", account: "1", access_key_id: "k", secret_access_key: "s" },
  });
});

test("people get lines that a shell takes as they are", () => {
  const text = describeForPeople(state);
  expect(text)
    .to.contain("  export VAULT_ADDR=http://127.0.0.1:8200\n")
    .and.contain("  export VAULT_TOKEN='it'\\''s me'\n");
  expect(text).to.contain("  audit devices write to files below '/tmp/oslo'\\''s'\n");
  expect(text).to.contain("AWS_ENDPOINT_URL=http://127.0.0.1:4566").and.contain("AWS_SECRET_ACCESS_KEY=s");
  expect(text).to.contain("  export DATABASE_URL=postgresql://postgres:x@127.0.0.1:5432/postgres\n");
});

test("clusters that start sealed have no token and no key to tell, and are said to be so", () => {
  const { unsealKey, ...others } = state;
  const sealed = {
    ...others,
    clusters: [{ name: "Oslo", api: "http://127.0.0.1:8200", link: "ws://127.0.0.1:8201", auditFolders: [] }],
  };
  expect(describeForPeople(sealed)).to.contain("  is sealed: vault operator init").and.not.contain("VAULT_TOKEN=");
  expect(JSON.parse(describeAsJson(sealed))).not.to.have.any.keys("unseal_key", "unseal_key_file");
  expect(unsealKey).to.be.an("object");
});

test("the unseal key is told, or where it is kept", () => {
  expect(describeForPeople(state)).to.contain("Unseal key\n  in data/understudy.unseal-key\n");
  const inMemory = { ...state, unsealKey: { hex: "0f" } };
  expect(describeForPeople(inMemory)).to.contain("Unseal key\n  0f\n");
  expect(JSON.parse(describeAsJson(inMemory))).to.include({ unseal_key: "0f" });
});

test("clusters that replicate are told by their part, to people and to programs", () => {
  const [oslo] = state.clusters;
  const clusters = [
    { ...oslo, name: "Oslo", mode: "primary" },
    { ...oslo, name: "Lima", mode: "secondary", primary: "Oslo" },
    { ...oslo, name: "Kyoto", mode: "secondary" },
    { ...oslo, name: "Bern", mode: "disabled" },
  ].map((cluster) => ({ api: "a", link: "l", auditFolders: [], ...cluster }));
  const output = describeForPeople({ ...state, clusters });
  expect(output.split("\n").filter((line) => /^(Oslo|Lima|Kyoto|Bern)/.test(line))).to.deep.equal([
    "Oslo, the primary",
    "Lima, a secondary of Oslo",
    "Kyoto, a secondary without a primary",
    "Bern",
  ]);
  expect(output).to.contain("docs/failover.md");
  expect(describeForPeople(state)).not.to.contain("docs/failover.md");
  const [first, second] = JSON.parse(describeAsJson({ ...state, clusters })).clusters;
  expect(first).to.include({ replication_performance_mode: "primary" }).and.not.have.any.keys("replicates_from");
  expect(second).to.include({ replication_performance_mode: "secondary", replicates_from: "Oslo" });
});

test("what is left after Ctrl-C is said", () => {
  expect(describeForPeople(state)).to.match(/Ctrl-C ends it; nothing is kept\.\n$/);
  expect(describeForPeople(state, { isKept: true })).to.match(/ what clusters stored is kept, and nothing else\.\n$/);
  const [database] = state.databases;
  const kept = { ...state, databases: [{ ...database, kind: "postgresql", url: "", kept: true }] };
  expect(describeForPeople(kept, { isKept: true }))
    .to.contain("  is kept beside the stores, with its address\n")
    .and.match(/ what clusters stored and the database are kept, and nothing else\.\n$/);
});

test("a database that is new where what clusters stored is not is said to be so, and why", () => {
  const databases = [{ kind: "postgresql", url: "", kept: false, notKept: "it is kept only beside stores in files" }];
  expect(describeForPeople({ ...state, databases }, { isKept: true })).to.contain(
    "  is new and empty with every start: it is kept only beside stores in files; stored connections to an earlier one fail\n",
  );
});
