import { connect, type Socket } from "node:net";
import { suite, test } from "node:test";
import { expect } from "chai";
import type { Reply, Request } from "#engine/api/request.ts";
import { converse, statusesIn } from "../http/converse.suite.ts";
import { serveHttp } from "../http/serve-http.ts";

const anywhere = { host: "127.0.0.1", port: 0 };
const whole = "GET /v1/x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

function recorder() {
  const seen: string[] = [];
  const handle = async ({ method, target, body }: Request): Promise<Reply> => {
    seen.push(`${method} ${target} ${body}`.trim());
    return { status: 200, headers: {}, body: "{}" };
  };
  return { seen, handle };
}

async function connected(address: string): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port) });
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  return socket;
}

suite("slow clients", () => {
  for (const [claim, limits, begun] of [
    ["a head", { headersSeconds: 0.2 }, "GET /v1/x HTTP/1.1\r\nHost: localhost\r\nX-Slow: "],
    [
      "a body",
      { requestSeconds: 0.2, headersSeconds: 0.2 },
      "POST /v1/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
    ],
  ] as const) {
    test(`${claim} that does not end gets 408 and its connection is closed, while others are answered`, async () => {
      const { seen, handle } = recorder();
      await using front = await serveHttp({ handle, ...anywhere, limits });
      const slow = converse(front.address, [begun]);
      expect(statusesIn(await converse(front.address, [whole]))).to.deep.equal([200]);
      expect(await slow).to.match(/^HTTP\/1\.1 408 .*\{"errors":\[\]\}$/s);
      expect(seen).to.deep.equal(["GET /v1/x"]);
    });
  }

  test("a byte from time to time does not extend the timeout", async () => {
    const { seen, handle } = recorder();
    await using front = await serveHttp({ handle, ...anywhere, limits: { headersSeconds: 0.3 } });
    const socket = await connected(front.address);
    const drip = setInterval(() => socket.write("X: y\r\n"), 10);
    socket.write("GET /v1/x HTTP/1.1\r\n");
    let received = "";
    socket.setEncoding("utf8").on("data", (text: string) => {
      received += text;
    });
    socket.on("error", () => {});
    await new Promise((resolve) => socket.once("close", resolve));
    clearInterval(drip);
    expect(statusesIn(received)).to.deep.equal([408]);
    expect(seen).to.deep.equal([]);
  });

  test("an idle connection is closed", async () => {
    const { handle } = recorder();
    await using front = await serveHttp({ handle, ...anywhere, limits: { keepAliveSeconds: 0.05 } });
    const received = await converse(front.address, ["GET /v1/x HTTP/1.1\r\nHost: localhost\r\n\r\n"]);
    expect(statusesIn(received)).to.deep.equal([200]);
  });
});

suite("greedy clients", () => {
  test("too many headers get 431, and none is dropped silently", async () => {
    const { seen, handle } = recorder();
    await using front = await serveHttp({ handle, ...anywhere });
    const flood = (count: number) =>
      `GET /v1/x HTTP/1.1\r\n${"A: b\r\n".repeat(count)}Host: localhost\r\nConnection: close\r\n\r\n`;
    expect(statusesIn(await converse(front.address, [flood(600)]))).to.deep.equal([431]);
    expect(statusesIn(await converse(front.address, [flood(510)]))).to.deep.equal([200]);
    expect(statusesIn(await converse(front.address, [flood(20_000)]))).to.deep.equal([431]);
    expect(seen).to.have.length(1);
  });

  test("with a higher limit of headers, the last header arrives", async () => {
    const last: unknown[] = [];
    const handle = async ({ headers }: Request): Promise<Reply> => {
      last.push(headers["x-last"]);
      return { status: 200, headers: {}, body: "{}" };
    };
    await using front = await serveHttp({ handle, ...anywhere, limits: { headerCount: 3_000 } });
    const many = `GET /v1/x HTTP/1.1\r\nHost: localhost\r\n${"A: b\r\n".repeat(2_500)}X-Last: seen\r\nConnection: close\r\n\r\n`;
    expect(statusesIn(await converse(front.address, [many]))).to.deep.equal([200]);
    expect(last).to.deep.equal(["seen"]);
  });

  test("chunk extensions and trailers are limited", async () => {
    const { seen, handle } = recorder();
    await using front = await serveHttp({ handle, ...anywhere });
    const head = "POST /v1/x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
    expect(
      statusesIn(await converse(front.address, [`${head}1;${"x".repeat(40_000)}\r\n{\r\n0\r\n\r\n`])),
    ).to.deep.equal([413]);
    const trailers = `${head}2\r\n{}\r\n0\r\n${"A: b\r\n".repeat(20_000)}\r\n`;
    expect(statusesIn(await converse(front.address, [trailers]))).to.deep.equal([431]);
    expect(seen).to.deep.equal([]);
  });

  test("connections beyond the limit are closed at once, and accepted again when others have ended", async () => {
    const { handle } = recorder();
    await using front = await serveHttp({ handle, ...anywhere, limits: { connections: 2 } });
    const held = [await connected(front.address), await connected(front.address)];
    expect(await converse(front.address, [whole]).catch(() => "")).to.equal("");
    for (const socket of held) socket.destroy();
    let received = "";
    for (let look = 0; look < 500 && received === ""; look += 1)
      received = await converse(front.address, [whole]).catch(() => "");
    expect(statusesIn(received)).to.deep.equal([200]);
  });

  test("pipelined requests are answered in order", async () => {
    const handle = async ({ target }: Request): Promise<Reply> => {
      // Later requests complete earlier.
      for (let turn = Number(target.slice(5)); turn < 50; turn += 1)
        await new Promise((resolve) => setImmediate(resolve));
      return { status: 200, headers: {}, body: `[${target}]` };
    };
    await using front = await serveHttp({ handle, ...anywhere });
    const ahead = Array.from({ length: 50 }, (_, index) => `GET /v1/${index} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(
      "",
    );
    const received = await converse(front.address, [ahead + whole.replace("x", "50")]);
    expect(received.match(/\[\/v1\/\d+\]/g)).to.deep.equal(Array.from({ length: 51 }, (_, index) => `[/v1/${index}]`));
  });
});

suite("ambiguous requests (request smuggling)", () => {
  const smuggled = "GET /v1/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const length = `Content-Length: ${smuggled.length}\r\n`;
  for (const [claim, head, body] of [
    ["a length and chunks", `${length}Transfer-Encoding: chunked\r\n`, `0\r\n\r\n${smuggled}`],
    ["chunks and a length", `Transfer-Encoding: chunked\r\n${length}`, `0\r\n\r\n${smuggled}`],
    ["two lengths", `Content-Length: 0\r\n${length}`, smuggled],
    ["a list of lengths", `Content-Length: 0, ${smuggled.length}\r\n`, smuggled],
    ["a length with a sign", `Content-Length: +${smuggled.length}\r\n`, smuggled],
    ["a negative length", "Content-Length: -1\r\n", smuggled],
    ["a length in other digits", "Content-Length: 0x10\r\n", smuggled],
    ["chunks under another name", "Transfer-Encoding: xchunked\r\n", `0\r\n\r\n${smuggled}`],
    ["chunks that are not last", "Transfer-Encoding: chunked, identity\r\n", `0\r\n\r\n${smuggled}`],
    ["two encodings", "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", `0\r\n\r\n${smuggled}`],
    ["a blank before the colon", "Transfer-Encoding : chunked\r\n", `0\r\n\r\n${smuggled}`],
    ["a tab before the colon", `Content-Length\t: ${smuggled.length}\r\n`, smuggled],
    ["a folded header", `X: y\r\n Content-Length: ${smuggled.length}\r\nContent-Length: 0\r\n\tX\r\n`, smuggled],
    ["a NUL in a header", "X: a\0b\r\n", smuggled],
    ["a header that ends in a bare return", `X: a\r${length}`, smuggled],
    ["an invalid chunk length", "Transfer-Encoding: chunked\r\n", `zz\r\n${smuggled}`],
    ["a chunk length beyond numbers", "Transfer-Encoding: chunked\r\n", `${"f".repeat(17)}\r\n${smuggled}`],
    ["a chunk longer than its length", "Transfer-Encoding: chunked\r\n", `1\r\n${smuggled}0\r\n\r\n`],
    ["a negative chunk", "Transfer-Encoding: chunked\r\n", `-1\r\n${smuggled}`],
  ] as const) {
    test(`${claim} gets 400, the connection is closed, and nothing behind it is read`, async () => {
      const { seen, handle } = recorder();
      await using front = await serveHttp({ handle, ...anywhere });
      const received = await converse(front.address, [
        `POST /v1/first HTTP/1.1\r\nHost: localhost\r\n${head}\r\n${body}${whole}`,
      ]);
      expect(statusesIn(received)).to.deep.equal([400]);
      expect(seen).to.deep.equal([]);
    });
  }

  test("a request without a Host gets 400", async () => {
    const { seen, handle } = recorder();
    await using front = await serveHttp({ handle, ...anywhere });
    expect(
      statusesIn(await converse(front.address, ["GET /v1/x HTTP/1.1\r\nConnection: close\r\n\r\n"])),
    ).to.deep.equal([400]);
    expect(seen).to.deep.equal([]);
  });
});
