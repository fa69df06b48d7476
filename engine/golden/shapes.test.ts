import { readdirSync, readFileSync } from "node:fs";
import { before, suite, test } from "node:test";
import { expect } from "chai";
import { loneEngine } from "../engine.suite.ts";
import { type Described, describedBy, shapeOf } from "./described.suite.ts";
import { play } from "./play.suite.ts";
import { ShapeJudge } from "./shape-judge.suite.ts";
import { parseTranscript } from "./transcript.suite.ts";

const folder = new URL("transcripts/", import.meta.url);

/** Operations that no example needs to show as successful, with the reason. */
const neverSucceeding: readonly (readonly [operations: RegExp, why: string])[] = [
  [/<(aws|cloud)>/, "the tests have no cloud"],
  [
    /<system>\/replication\/((performance|primary|secondary)\/|recover|reindex|merkle-check)/,
    "the tests have no other cluster",
  ],
  [/<kv 2>\/(\{path\}\/?)?$/, "it only refers to other paths"],
  [/<system>\/(internal\/counters\/requests|license\/status|rekey\/backup)$/, "the result is always empty"],
  [/post <system>\/plugins\/catalog\//, "all plugins are built in"],
];

/** Operations that have no response schema. Entries may be removed but not added. */
const undescribed: readonly string[] = [
  "get <system>/replication/performance/status",
  "get <system>/replication/status",
  "get auth/<aws>/config/client",
  "get auth/<aws>/role/{role}",
  "get auth/<cloud>/config/client",
  "get auth/<cloud>/role/{role}",
];

suite("golden examples and documented schemas", () => {
  let all: Described;
  let judge: ShapeJudge;
  before(async () => {
    all = await described(oneOfEach);
    judge = new ShapeJudge(await described([]));
    for (const file of readdirSync(folder)) {
      for (const example of parseTranscript(readFileSync(new URL(file, folder), "utf8"))) {
        await play(example, async (handle) => ({
          handle: judge.checking(handle),
          async [Symbol.asyncDispose]() {},
        }));
      }
    }
  });

  test("every reply matches the schema of its operation and has no other members", () => {
    expect(judge.faults).to.deep.equal([]);
  });

  test("every operation with a schema succeeds in an example, unless it cannot", () => {
    const uncovered = all.operations.filter((operation) => shapeOf(operation) && !judge.succeeded.has(operation.key));
    const keys = uncovered.map(({ key }) => key);
    expect(keys.filter((key) => !neverSucceeding.some(([operations]) => operations.test(key)))).to.deep.equal([]);
    expect(neverSucceeding.filter(([operations]) => !keys.some((key) => operations.test(key)))).to.deep.equal([]);
  });

  test("every operation has a schema for its response", () => {
    const withoutSchema = all.operations.filter((operation) => {
      const shape = shapeOf(operation);
      return shape?.type === "object" && !shape.properties && !shape.additionalProperties;
    });
    expect(withoutSchema.map(({ key }) => key).sort()).to.deep.equal(undescribed);
  });
});

const oneOfEach: readonly (readonly [path: string, fields: Readonly<Record<string, string>>])[] = [
  ["sys/mounts/kv", { type: "kv" }],
  ["sys/mounts/database", { type: "database" }],
  ...["approle", "aws", "cloud", "userpass"].map((type) => [`sys/auth/${type}`, { type }] as const),
];

async function described(mounts: typeof oneOfEach): Promise<Described> {
  const { engine, ask } = await loneEngine();
  for (const [path, fields] of mounts) expect((await ask("POST", path, fields)).status).to.equal(204);
  const found = await describedBy(engine.handle);
  await engine.stop();
  if (!found) throw new Error("the cluster returned no OpenAPI document");
  return found;
}
