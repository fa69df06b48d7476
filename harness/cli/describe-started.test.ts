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

test("describeAsJson returns one line with all addresses and credentials", () => {
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

test("describeForPeople returns lines that a shell accepts", () => {
  const text = describeForPeople(state);
  expect(text)
    .to.contain("  export VAULT_ADDR=http://127.0.0.1:8200\n")
    .and.contain("  export VAULT_TOKEN='it'\\''s me'\n");
  expect(text).to.contain("  audit devices write to files below '/tmp/oslo'\\''s'\n");
  expect(text).to.contain("AWS_ENDPOINT_URL=http://127.0.0.1:4566").and.contain("AWS_SECRET_ACCESS_KEY=s");
  expect(text).to.contain("  export DATABASE_URL=postgresql://postgres:x@127.0.0.1:5432/postgres\n");
});

test("clusters that start sealed are described as sealed, without a token or key", () => {
  const { unsealKey, ...others } = state;
  const sealed = {
    ...others,
    clusters: [{ name: "Oslo", api: "http://127.0.0.1:8200", link: "ws://127.0.0.1:8201", auditFolders: [] }],
  };
  expect(describeForPeople(sealed)).to.contain("  is sealed: vault operator init").and.not.contain("VAULT_TOKEN=");
  expect(JSON.parse(describeAsJson(sealed))).not.to.have.any.keys("unseal_key", "unseal_key_file");
  expect(unsealKey).to.be.an("object");
});

test("the unseal key, or the file that contains it, is printed", () => {
  expect(describeForPeople(state)).to.contain("Unseal key\n  in data/understudy.unseal-key\n");
  const inMemory = { ...state, unsealKey: { hex: "0f" } };
  expect(describeForPeople(inMemory)).to.contain("Unseal key\n  0f\n");
  expect(JSON.parse(describeAsJson(inMemory))).to.include({ unseal_key: "0f" });
});

test("the replication role of clusters is described to people and to programs", () => {
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

test("the last line names the data that remains after Ctrl-C", () => {
  expect(describeForPeople(state)).to.match(/Ctrl-C stops the clusters; nothing is kept\.\n$/);
  expect(describeForPeople(state, { isKept: true })).to.match(/; the stores are kept, nothing else\.\n$/);
  const [database] = state.databases;
  const kept = { ...state, databases: [{ ...database, kind: "postgresql", url: "", kept: true }] };
  expect(describeForPeople(kept, { isKept: true }))
    .to.contain("  is kept beside the stores, with the same address\n")
    .and.match(/; the stores and the database are kept, nothing else\.\n$/);
});

test("a database that is not kept although the stores are is described with the reason", () => {
  const databases = [{ kind: "postgresql", url: "", kept: false, notKept: "it is kept only beside stores in files" }];
  expect(describeForPeople({ ...state, databases }, { isKept: true })).to.contain(
    "  is new and empty at every start: it is kept only beside stores in files; stored connections to an earlier database fail\n",
  );
});
