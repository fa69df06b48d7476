import assert from "node:assert/strict";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { expect } from "chai";
import { embeddedPostgresql } from "./embedded-postgresql.ts";
import { persistentDataFolder } from "./persistent-data-folder.ts";

const folder = mkdtempSync(join(tmpdir(), "understudy-kept-"));
// As root, PostgreSQL runs as another user, which needs access.
chmodSync(folder, 0o755);
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

suite("a persistent embedded PostgreSQL", () => {
  const keep = join(folder, "understudy-postgresql");

  test("keeps its address and data over a restart, and discards an incomplete first start", async () => {
    mkdirSync(join(keep, "begun"), { recursive: true });
    writeFileSync(join(keep, "begun/half"), "");
    const first = await embeddedPostgresql({ keep });
    await first.run(["CREATE TABLE mark (word text)", "INSERT INTO mark VALUES ('a')"]);
    await first[Symbol.asyncDispose]();
    await using again = await embeddedPostgresql({ keep });
    expect(again.url).to.equal(first.url);
    expect(await again.column("SELECT word FROM mark")).to.deep.equal(["a"]);
    expect(await again.column("SHOW fsync")).to.deep.equal(["on"]);
    expect(readdirSync(keep)).to.deep.equal(["data"]);
  });

  test("has a port outside the ephemeral range, and waits while another program uses it", async () => {
    const first = await embeddedPostgresql({ keep });
    const port = Number(new URL(first.url).port);
    expect(port).to.be.within(20_000, 31_999);
    await first[Symbol.asyncDispose]();
    const unauthenticatedPeer = createServer().listen(port, "127.0.0.1");
    await once(unauthenticatedPeer, "listening");
    setTimeout(() => unauthenticatedPeer.close(), 1_000);
    await using again = await embeddedPostgresql({ keep });
    expect(again.url).to.equal(first.url);
  });

  test("fails if its port stays in use", async () => {
    const first = await embeddedPostgresql({ keep });
    const { port } = new URL(first.url);
    await first[Symbol.asyncDispose]();
    const unauthenticatedPeer = createServer().listen(Number(port), "127.0.0.1");
    await once(unauthenticatedPeer, "listening");
    await assert.rejects(embeddedPostgresql({ keep }), {
      name: "Unavailable",
      message: `clusters know the kept PostgreSQL at port ${port}, which is in use: end what listens there`,
    });
    unauthenticatedPeer.close();
  });
});

test("the folder is beside stores in files; otherwise there is a reason", async () => {
  expect(await persistentDataFolder("memory")).to.equal(undefined);
  expect(await persistentDataFolder(`sqlite:${folder}/a.db`)).to.deep.equal({ folder: join(folder, "a-postgresql") });
  for (const [file, name] of [
    ["{cluster}.db", "understudy-postgresql"],
    ["x-{cluster}.db", "x-postgresql"],
    ["_a.b-c_{cluster}-.db", "a.b-c-postgresql"],
    ["{cluster}-{cluster}.db", "understudy-postgresql"],
  ]) {
    expect(await persistentDataFolder(`sqlite:${folder}/${file}`)).to.deep.equal({ folder: join(folder, name ?? "") });
  }
  expect(await persistentDataFolder(`sqlite:${folder}/{cluster}/a.db`)).to.deep.equal({
    why: "the stores have no folder in common",
  });
  expect(await persistentDataFolder("postgres://a@b/c")).to.deep.equal({
    why: "it is kept only beside stores in files",
  });
});
