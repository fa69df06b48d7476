import { test } from "node:test";
import { expect } from "chai";
import type { LogLevel } from "#cluster/log.ts";
import { embeddedCloud } from "#harness/cloud/embedded/embedded-cloud.ts";
import { postgresqlByUrl } from "#harness/databases/postgresql-by-url.ts";
import { live } from "../live.ts";

for (const { level, shown } of [
  { level: "silent", shown: false },
  { level: "info", shown: true },
] as const) {
  test(`a stage whose log has the level ${level} writes ${shown ? "a line" : "no line"} for a request`, async () => {
    const { printed, kept } = await linesAt(level);
    expect(printed.includes('"msg":"request"')).to.equal(shown);
    expect(kept.includes("request")).to.equal(shown);
  });

  test(`a stage whose log has the level ${level} keeps what else its clusters log`, async () => {
    const { printed, kept } = await linesAt(level);
    expect(kept).to.include("unsealed");
    expect(printed.includes('"msg":"unsealed"')).to.equal(shown);
  });
}

async function linesAt(level: LogLevel): Promise<Readonly<{ printed: string; kept: readonly string[] }>> {
  let printed = "";
  const write = (line: string): void => {
    printed += line;
  };
  await using stage = await live({
    topology: { name: "alone", clusters: ["Oslo"] },
    database: postgresqlByUrl({ url: "postgresql://unused@127.0.0.1:1/postgres", description: "none" }),
    cloud: (now) => embeddedCloud({ now }),
    log: { level, destination: { write } },
  });
  for (const { api } of stage.clusters) await (await fetch(`${api}/v1/sys/health`)).text();
  return { printed, kept: stage.logs().map(({ event }) => event) };
}
