import { Writable } from "node:stream";
import { test } from "node:test";
import { expect } from "chai";
import { up } from "#harness/cli/up.ts";

test("clusters are described, kept until an interruption, and then disposed of", async () => {
  const happened: string[] = [];
  const controller = new AbortController();
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      happened.push(JSON.parse(String(chunk)).clusters[0].name);
      // Interrupts after `up` has begun to wait.
      setImmediate(() => {
        happened.push("interrupted");
        controller.abort();
      });
      done();
    },
  });
  const code = await up(
    {
      topology: "one",
      port: 0,
      store: "memory",
      sealed: false,
      stay: false,
      json: true,
      logLevel: "silent",
      logFormat: "json",
      limits: {},
      allowedHosts: [],
      auditFolders: undefined,
    },
    {
      stdout,
      signal: controller.signal,
      directory: import.meta.dirname,
      runner: {
        start: async () => ({
          state: {
            clusters: [{ name: "Oslo", api: "", link: "", token: "", auditFolders: [] }],
            databases: [],
            cloud: { url: "", region: "", account: "", accessKeyId: "", secretAccessKey: "" },
          },
          async [Symbol.asyncDispose]() {
            happened.push("put away");
          },
        }),
      },
    },
  );
  expect([code, ...happened]).to.deep.equal([0, "Oslo", "interrupted", "put away"]);
});
