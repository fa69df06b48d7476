import { test } from "node:test";
import { expect } from "chai";
import { Problem } from "../../api/problem.ts";
import { excludedBy } from "./excluded.ts";
import { checkedFilter, filterPrefix, type PathsFilter } from "./paths-filter.ts";
import { changesTables, isTableKey, type Tables, withChanges } from "./tables.ts";

const empty: Tables = { filters: new Map(), namespaces: new Map([["root", ""]]), mounts: new Map() };

function mount(uuid: string, path: string, { namespace = "root", kind = "secret" } = {}) {
  const key = namespace === "root" ? `shared/core/mount/${uuid}` : `shared/namespace/${namespace}/mount/${uuid}`;
  return { key, value: JSON.stringify({ uuid, namespace, kind, path }) };
}

function namespace(id: string, path: string) {
  return { key: `shared/core/namespace/${id}`, value: JSON.stringify({ id, path }) };
}

const mounted = withChanges(empty, [
  namespace("n1", "north/"),
  namespace("n2", "north/far/"),
  namespace("n3", "northern/"),
  mount("app", "app/"),
  mount("app2", "app2/"),
  mount("deep", "app/deep/"),
  mount("sys", "sys/"),
  mount("token", "token/", { kind: "auth" }),
  mount("people", "people/", { kind: "auth" }),
  mount("ice", "ice/", { namespace: "n1" }),
  mount("sys of n1", "sys/", { namespace: "n1" }),
  mount("snow", "snow/", { namespace: "n2" }),
  mount("folk", "folk/", { namespace: "n2", kind: "auth" }),
  mount("sand", "sand/", { namespace: "n3" }),
]);

function excluded(...filters: readonly PathsFilter[]): readonly string[] {
  const ids = filters.map((_, i) => `filter ${i}`);
  const tables = { ...mounted, filters: new Map(filters.map((filter, i) => [`filter ${i}`, filter])) };
  return excludedBy(tables, ids).map(({ name }) => name.replace("mount/", ""));
}

function refused(filter: { mode: string; paths: readonly string[] }): string {
  try {
    checkedFilter(filter, [...mounted.namespaces.values()]);
  } catch (error) {
    if (error instanceof Problem) return `${error.code}: ${error.message}`;
    throw error;
  }
  throw new Error("not refused");
}

test("REPL-FILTER-08, REPL-FILTER-14: deny filters what is listed, and nothing of a longer name or below it", () => {
  expect(excluded({ mode: "deny", paths: ["app/"] })).to.deep.equal(["app"]);
  expect(excluded({ mode: "deny", paths: ["people/", "nowhere/"] })).to.deep.equal([]);
  expect(excluded({ mode: "deny", paths: [] })).to.deep.equal([]);
});

test("REPL-FILTER-09: login methods and namespaces, with all beneath, are filtered as engines are", () => {
  expect(excluded({ mode: "deny", paths: ["auth/people/"] })).to.deep.equal(["people"]);
  expect(excluded({ mode: "deny", paths: ["north/"] })).to.deep.equal([
    "folk",
    "ice",
    "snow",
    "sys of n1",
    "namespace/n1",
    "namespace/n2",
  ]);
  expect(excluded({ mode: "deny", paths: ["north/far/auth/folk/"] })).to.deep.equal(["folk"]);
});

test("REPL-FILTER-07: the mode allow replicates what is listed, and what every namespace on the way needs", () => {
  expect(excluded({ mode: "allow", paths: ["app/", "auth/people/"] })).to.deep.equal([
    "app2",
    "deep",
    "folk",
    "ice",
    "sand",
    "snow",
    "sys of n1",
    "namespace/n1",
    "namespace/n2",
    "namespace/n3",
  ]);
  expect(excluded({ mode: "allow", paths: ["north/far/snow/"] })).to.deep.equal([
    "app",
    "app2",
    "deep",
    "folk",
    "ice",
    "people",
    "sand",
    "namespace/n3",
  ]);
  expect(excluded({ mode: "allow", paths: ["north/"] })).to.deep.equal([
    "app",
    "app2",
    "deep",
    "people",
    "sand",
    "namespace/n3",
  ]);
  expect(excluded({ mode: "allow", paths: [] }))
    .not.to.include("sys")
    .and.not.to.include("token");
});

test("of two filters for one secondary both hold", () => {
  expect(excluded({ mode: "deny", paths: ["app/"] }, { mode: "deny", paths: ["app2/"] })).to.deep.equal([
    "app",
    "app2",
  ]);
});

test("REPL-FILTER-05: a filter is refused by the name of the field, and what every cluster needs cannot be listed", () => {
  expect(refused({ mode: "block", paths: [] })).to.equal('refused: mode: must be "allow" or "deny", not "block"');
  for (const path of [
    "sys",
    "/sys/policy/",
    "identity/",
    "cubbyhole",
    "auth/token",
    "north/sys/",
    "north/far/auth/token",
  ]) {
    expect(refused({ mode: "deny", paths: [path] }), path).to.match(/^refused: paths: .* cannot be filtered/);
  }
  expect(refused({ mode: "deny", paths: ["app", "/"] })).to.match(/^refused: paths: the root namespace/);
  expect(refused({ mode: "deny", paths: Array.from({ length: 1001 }, (_, i) => `m${i}`) })).to.match(
    /^refused: paths:/,
  );
});

test("paths are kept once each, with a slash at the end; one where nothing is yet is as good", () => {
  const paths = ["/app", "app/", "team/sys/", "system/", "authority/token"];
  expect(checkedFilter({ mode: "allow", paths }, [""])).to.deep.equal({
    mode: "allow",
    paths: ["app/", "team/sys/", "system/", "authority/token/"],
  });
});

test("tables follow what is mounted, moved, removed and filtered, and nothing else", () => {
  const others = [
    { key: "shared/mount/app/secret", value: "x" },
    { key: "shared/core/policy/p", value: "{}" },
  ];
  expect(withChanges(mounted, others)).to.equal(mounted);
  const moved = withChanges(mounted, [mount("app", "free/"), { key: "shared/core/mount/app2", value: null }]);
  expect(moved.mounts.get("app")?.path).to.equal("free/");
  expect(moved.mounts.has("app2")).to.equal(false);
  expect(mounted.mounts.get("app")?.path).to.equal("app/");
  const gone = withChanges(mounted, [{ key: "shared/core/namespace/n3", value: null }]);
  expect(gone.namespaces.has("n3")).to.equal(false);
  const filter = { key: `${filterPrefix}lima`, value: '{"mode":"deny","paths":["app/"]}' };
  expect(withChanges(mounted, [filter]).filters.get("lima")).to.deep.equal({ mode: "deny", paths: ["app/"] });
});

test("an entry changes the tables by its keys, never by its values", () => {
  const entry = (key: string, value = "") =>
    JSON.stringify({ index: 1, epoch: 1, mount: "", changes: [{ key, value }] });
  for (const { key } of [
    mount("a", "a/"),
    mount("a", "a/", { namespace: "n1" }),
    namespace("n1", "n/"),
    { key: `${filterPrefix}x` },
  ]) {
    expect(changesTables(entry(key)), key).to.equal(true);
    expect(isTableKey(key), key).to.equal(true);
  }
  for (const key of ["shared/mount/a/core/mount/b", "shared/core/policy/x", "shared/namespace/n1/policy/mount/x"]) {
    expect(changesTables(entry(key)), key).to.equal(false);
    expect(isTableKey(key), key).to.equal(false);
  }
  expect(changesTables(entry("shared/core/policy/x", '"key":"shared/core/mount/b"'))).to.equal(false);
});

test("paths with Unicode and of 1,024 characters are filtered as any other: whole, and not what only begins so", () => {
  const long = `${"ü/𝄞".repeat(255)}/`;
  const tables = withChanges(mounted, [
    mount("uni", "größe 𝄞/"),
    mount("uni2", "größe 𝄞𝄞/"),
    mount("composed", "caf\u00e9/"),
    mount("decomposed", "cafe\u0301/"),
    mount("long", long),
    mount("longer", `${long.slice(0, -1)}x/`),
  ]);
  const kept = (paths: readonly string[]) => {
    const filter = checkedFilter({ mode: "deny", paths }, [...tables.namespaces.values()]);
    return excludedBy({ ...tables, filters: new Map([["f", filter]]) }, ["f"]).map(({ name }) => name);
  };
  expect(kept(["größe 𝄞"])).to.deep.equal(["mount/uni"]);
  expect(kept(["caf\u00e9/"]), "two Unicode forms are two mounts").to.deep.equal(["mount/composed"]);
  expect(kept([long, "größe 𝄞𝄞/"])).to.have.members(["mount/long", "mount/uni2"]);
  expect(kept(Array(1000).fill(long)), "said a thousand times").to.deep.equal(["mount/long"]);
  expect(refused({ mode: "deny", paths: [`sys/${long}`] })).to.match(
    /^refused: paths: .* every cluster needs "sys\/"$/,
  );
  expect(refused({ mode: "größe", paths: [] })).to.contain('"größe"');
});
