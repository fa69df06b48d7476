import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { expect } from "chai";

function thread(code: string): Promise<string> {
  const source = `
    import { parentPort } from "node:worker_threads";
    import { seededOnly } from ${JSON.stringify(new URL("./seeded-only.ts", import.meta.url).href)};
    seededOnly();
    try { ${code}; parentPort.postMessage("all is well"); } catch (error) { parentPort.postMessage(error.message); }
  `;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`));
  return new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
}

for (const [code, what] of [
  ["Math.random()", "Math.random"],
  ["Date.now()", "Date.now"],
  ["new Date()", "new Date()"],
  ["Date()", "Date()"],
  ["crypto.getRandomValues(new Uint8Array(1))", "crypto.getRandomValues"],
  ["performance.now()", "performance.now"],
  ["setTimeout(() => {}, 1)", "setTimeout"],
  ["setInterval(() => {}, 1)", "setInterval"],
  ["crypto.randomUUID()", "crypto.randomUUID"],
] as const) {
  test(`${what} throws an error that names it`, async () => {
    expect(await thread(code))
      .to.match(/ was called while a world is played/)
      .and.contain(what);
  });
}

test("a date with an explicit time, or an immediate, is allowed", async () => {
  expect(await thread("new Date(0) instanceof Date && Date.UTC(2026, 1); setImmediate(() => {})")).to.equal(
    "all is well",
  );
});
