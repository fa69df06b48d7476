// Runs one cluster like `understudy up --control` in the main thread of its process, and reports its cost to the
// parent.
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { embeddedCloud } from "#harness/cloud/embedded/embedded-cloud.ts";
import { signCallerIdentity } from "#harness/cloud/signed-identity.ts";
import { HistoryRecording } from "#harness/control/history-recording.ts";
import { embeddedPostgresql } from "#harness/databases/embedded-postgresql.ts";
import { postgresqlByUrl } from "#harness/databases/postgresql-by-url.ts";
import { eventTypes, historyVersion } from "#harness/history/event.ts";
import { reapedFolder } from "#harness/reaper/reaped-folder.ts";
import { live } from "#harness/stages/live.ts";
import { referenceWork } from "./reference-work.ts";
import type { Cost, Decodings, Order, Served } from "./served-protocol.ts";

type Endpoint = Readonly<{ path: string; operations: Readonly<Record<string, Operation>> }>;
type Operation = Readonly<{
  internal?: boolean;
  bind: unknown;
  longBody?: string;
  input: Readonly<{ shape: Readonly<Record<string, unknown>> }>;
}>;

const operations = new Map<Operation, { place: string; fields: Set<string>; times: number }>();
/**
 * Operations by `bind`. An unsealed cluster uses marked copies of the operations of a sealed
 * cluster; a copy has the same `bind` as its original.
 */
const byBind = new Map<unknown, Operation>();
let last: Operation | undefined;

Object.assign(globalThis, {
  understudyWatch: {
    routed(endpoints: readonly Endpoint[]) {
      for (const { path, operations: verbs } of endpoints)
        for (const [verb, operation] of Object.entries(verbs))
          if (!operation.internal && !operations.has(operation)) {
            operations.set(operation, { place: `${verb} ${path}`, fields: new Set(), times: 0 });
            byBind.set(operation.bind, operation);
          }
    },
    decoded(operation: Operation, fields: readonly string[]) {
      last = operation;
      const known = operations.get(operation) ?? operations.get(byBind.get(operation.bind) ?? operation);
      if (!known) return;
      known.times += 1;
      for (const field of fields) known.fields.add(field);
    },
  },
});

const folder = await reapedFolder();
const history = await HistoryRecording.begin(
  folder.path,
  {
    history: historyVersion,
    by: "hostile input",
    stage: "live",
    play: "hostile input",
    clusters: ["Oslo"],
    sees: eventTypes,
  },
  { onTrouble: (text) => void process.stderr.write(`${text}\n`) },
);
const database = process.argv.includes("--database")
  ? await embeddedPostgresql()
  : postgresqlByUrl({ url: "postgresql://unused:secret@127.0.0.1:1/postgres", description: "none" });
const unsealKey = randomBytes(32);
const stage = await live({
  topology: { name: "one", clusters: ["Oslo"] },
  database,
  cloud: (now) => embeddedCloud({ now }),
  rootToken: "root",
  unsealKey,
  // Errors without limits are expected.
  log: { level: process.argv.includes("--without-limits") ? "silent" : "error", destination: process.stderr },
  auditFolders: () => [folder.path, tmpdir()],
  listeners: [history.take],
  isOpen: true,
  leapsWhenIdle: false,
});
const [cluster] = stage.clusters;
if (!cluster) throw new Error("the topology has no cluster");
const { cloud } = stage;
const user = await cloud.createUser("ada");

function spent(): Cost {
  const { user: own, system } = process.threadCpuUsage();
  return { milliseconds: (own + system) / 1000, bytes: peak() };
}

function peak(): number {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    return kilobytes === undefined ? process.memoryUsage.rss() : Number(kilobytes) * 1024;
  } catch {
    return process.memoryUsage.rss();
  }
}

function resetPeak(): void {
  try {
    writeFileSync("/proc/self/clear_refs", "5");
  } catch {
    // The current resident memory is returned instead.
  }
}

async function answer(order: Order): Promise<unknown> {
  switch (order.ask) {
    case "mark": {
      const before = spent();
      const reference = order.fresh ? { reference: referenceWork() } : {};
      if (order.fresh) globalThis.gc?.();
      resetPeak();
      const { user: own, system } = process.threadCpuUsage();
      return {
        ...before,
        ...reference,
        from: { milliseconds: (own + system) / 1000, bytes: process.memoryUsage.rss() },
      };
    }
    case "last": {
      const takesDocuments = last !== undefined && operations.has(last) && last.longBody !== undefined;
      last = undefined;
      return takesDocuments;
    }
    case "decodings":
      return [...operations].map(([{ input }, { place, fields, times }]) => ({
        place,
        times,
        missing: Object.keys(input.shape).filter((name) => !fields.has(name)),
      })) satisfies Decodings;
    case "sign":
      return signCallerIdentity({ key: user, url: cloud.url, region: cloud.region, date: Date.now() });
  }
}

process.on("message", (order: Order) => {
  answer(order).then(
    (value) => process.send?.({ number: order.number, value }),
    (error) => process.send?.({ number: order.number, error: String(error) }),
  );
});
process.on("disconnect", () => process.exit());

process.send?.({
  served: {
    api: cluster.api,
    database: stage.database.url,
    unsealKey: unsealKey.toString("hex"),
    auditFile: join(folder.path, "audit.log"),
    cloud: { url: cloud.url, region: cloud.region, user: user.arn, ...cloud.administrator },
  } satisfies Served,
});
