import { readdirSync, readFileSync } from "node:fs";
import { request as ask } from "node:http";
import { text } from "node:stream/consumers";
import { suite, test } from "node:test";
import { expect } from "chai";
import type { Reply, Request } from "#engine/api/request.ts";
import { play, type Way } from "#engine/golden/play.suite.ts";
import { formatTranscript, type Line, parseTranscript } from "#engine/golden/transcript.suite.ts";
import { serveHttp } from "./serve-http.ts";

const folder = new URL("../../engine/golden/transcripts/", import.meta.url);

const overHttp: Way = async (handle) => {
  const front = await serveHttp({ handle, host: "127.0.0.1", port: 0 });
  return {
    handle: (request) => askOverHttp(front.address, request),
    [Symbol.asyncDispose]: () => front[Symbol.asyncDispose](),
  };
};

function askOverHttp(address: string, { method, target, headers, body }: Request): Promise<Reply> {
  const { hostname, port } = new URL(address);
  const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined && value !== ""));
  const length = body === "" ? {} : { "content-length": Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    ask({ hostname, port, method, path: target, headers: { ...given, ...length }, agent: false }, async (incoming) => {
      const headerPairs = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
      resolve({
        status: incoming.statusCode ?? 0,
        headers: Object.fromEntries(headerPairs),
        body: await text(incoming),
      });
    })
      .on("error", reject)
      .end(body);
  });
}

function isBeyondClient({ sign, text: line }: Line): boolean {
  return sign === "@" || (sign === ">" && !/^[A-Z]+ /.test(line));
}

suite("golden examples give the same replies over HTTP", () => {
  for (const file of readdirSync(folder)) {
    const examples = parseTranscript(readFileSync(new URL(file, folder), "utf8"));
    for (const example of examples.filter(({ lines }) => !lines.some(isBeyondClient))) {
      test(example.title, async () => {
        expect(formatTranscript("", [await play(example, overHttp)])).to.equal(formatTranscript("", [example]));
      });
    }
  }
});
