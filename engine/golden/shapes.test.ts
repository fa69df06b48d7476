import { readdirSync, readFileSync } from "node:fs";
import { before, suite, test } from "node:test";
import { expect } from "chai";
import { loneEngine } from "../engine.suite.ts";
import { type Described, describedBy, shapeOf } from "./described.suite.ts";
import { play } from "./play.suite.ts";
import { ShapeJudge } from "./shape-judge.suite.ts";
import { parseTranscript } from "./transcript.suite.ts";

const folder = new URL("transcripts/", import.meta.url);

/** Operations that no example can see succeed, and why. */
const unseen: readonly (readonly [operations: RegExp, why: string])[] = [
  [/<(aws|cloud)>/, "there is no cloud here"],
  [
    /<system>\/replication\/((performance|primary|secondary)\/|recover|reindex|merkle-check)/,
    "there is no other cluster",
  ],
  [/<kv 2>\/(\{path\}\/?)?$/, "only says where to look"],
  [/<system>\/(internal\/counters\/requests|license\/status|rekey\/backup)$/, "there never is anything"],
  [/post <system>\/plugins\/catalog\//, "all plugins are built in"],
];

/** Operations that do not tell the shape of their answer yet. May only become fewer. */
const untold: readonly string[] = [
  "get <system>/replication/performance/status",
  "get <system>/replication/status",
  "get auth/<aws>/config/client",
  "get auth/<aws>/role/{role}",
  "get auth/<cloud>/config/client",
  "get auth/<cloud>/role/{role}",
];

suite("golden examples and the shapes that are told", () => {
  let all: Described;
  let judge: ShapeJudge;
  before(async () => {
    all = await described(oneOfEach);
    judge = new ShapeJudge(await described([]));
    for (const file of readdirSync(folder)) {
      for (const example of parseTranscript(readFileSync(new URL(file, folder), "utf8"))) {
        await play(example, async (handle) => ({
          handle: judge.watching(handle),
          async [Symbol.asyncDispose]() {},
        }));
      }
    }
  });

  test("every answer has the shape that its operation tells, and no member besides", () => {
    expect(judge.faults).to.deep.equal([]);
  });

  test("every operation that tells a shape is met, unless there is a reason", () => {
    const unmet = all.operations.filter((operation) => shapeOf(operation) && !judge.met.has(operation.key));
    const keys = unmet.map(({ key }) => key);
    expect(keys.filter((key) => !unseen.some(([operations]) => operations.test(key)))).to.deep.equal([]);
    expect(unseen.filter(([operations]) => !keys.some((key) => operations.test(key)))).to.deep.equal([]);
  });

  test("every operation tells the shape of its answer", () => {
    const silent = all.operations.filter((operation) => {
      const shape = shapeOf(operation);
      return shape?.type === "object" && !shape.properties && !shape.additionalProperties;
    });
    expect(silent.map(({ key }) => key).sort()).to.deep.equal(untold);
  });
});

const oneOfEach: readonly (readonly [path: string, fields: Readonly<Record<string, string>>])[] = [
  ["sys/mounts/kv", { type: "kv" }],
  ["sys/mounts/database", { type: "database" }],
  ...["approle", "aws", "cloud", "userpass"].map((type) => [`sys/auth/${type}`, { type }] as const),
];

/** What a cluster with these mounts says of itself. */
async function described(mounts: typeof oneOfEach): Promise<Described> {
  const { engine, ask } = await loneEngine();
  for (const [path, fields] of mounts) expect((await ask("POST", path, fields)).status).to.equal(204);
  const found = await describedBy(engine.handle);
  await engine.stop();
  if (!found) throw new Error("the cluster does not describe itself");
  return found;
}
