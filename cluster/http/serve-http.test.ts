import { request as ask } from "node:http";
import { connect } from "node:net";
import { suite, test } from "node:test";
import { expect } from "chai";
import type { Reply, Request } from "#engine/api/request.ts";
import { converse } from "./converse.suite.ts";
import { serveHttp } from "./serve-http.ts";

const anywhere = { host: "127.0.0.1", port: 0 };

async function echo(request: Request): Promise<Reply> {
  return { status: 200, headers: {}, body: JSON.stringify(request) };
}

async function brief({ method, target, body }: Request): Promise<Reply> {
  return { status: 200, headers: {}, body: `[${method} ${target} ${body}]` };
}

const last = "GET /v1/last HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

function bodies(received: string): string[] {
  return received.match(/\[[^\]]*\]/g) ?? [];
}

suite("the HTTP server", () => {
  test("a request reaches the engine as it was sent", async () => {
    await using front = await serveHttp({ handle: echo, ...anywhere });
    const reply = await fetch(`${front.address}/v1/a%2Fb/c?list=true&x=%20`, {
      method: "PUT",
      headers: { "X-Vault-Token": "t", "X-Svc-Namespace": "n" },
      body: '{"grün":1}',
    });
    const seen = (await reply.json()) as Request;
    expect(seen.method).to.equal("PUT");
    expect(seen.target).to.equal("/v1/a%2Fb/c?list=true&x=%20");
    expect(seen.headers["x-vault-token"]).to.equal("t");
    expect(seen.headers["x-svc-namespace"]).to.equal("n");
    expect(seen.body).to.equal('{"grün":1}');
    expect(seen.remoteAddress).to.equal("127.0.0.1");
  });

  test("a rejected handler causes a 500 response, and the server continues", async () => {
    const handle = async ({ target }: Request): Promise<Reply> => {
      if (target === "/v1/broken") throw new Error("broken");
      return { status: 200, headers: {}, body: "{}" };
    };
    await using front = await serveHttp({ handle, ...anywhere });
    const broken = await fetch(`${front.address}/v1/broken`);
    expect([broken.status, await broken.text()]).to.deep.equal([500, "Internal Server Error"]);
    expect((await fetch(`${front.address}/v1/whole`)).status).to.equal(200);
  });

  test("bytes that are not UTF-8 reach the engine as U+FFFD", async () => {
    await using front = await serveHttp({ handle: echo, ...anywhere });
    const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xc3]), Buffer.from('"}')]);
    const seen = (await (await fetch(`${front.address}/v1/x`, { method: "POST", body })).json()) as Request;
    expect(seen.body).to.equal('{"a":"\ufffd\ufffd"}');
  });

  test("every reply has its content type and forbids storing, and none names the server software", async () => {
    const handle = async ({ target }: Request): Promise<Reply> => ({
      status: target === "/v1/none" ? 204 : 200,
      headers: target === "/v1/own" ? { "content-type": "text/plain", Allow: "GET" } : {},
      body: target === "/v1/none" ? "" : "{}",
    });
    await using front = await serveHttp({ handle, ...anywhere });
    for (const path of ["/v1/none", "/v1/some", "/elsewhere"]) {
      const { headers } = await fetch(front.address + path);
      expect(headers.get("cache-control"), path).to.equal("no-store");
      expect(headers.get("content-type"), path).to.equal("application/json");
      expect(headers.get("strict-transport-security"), path).to.equal("max-age=31536000; includeSubDomains");
      expect(headers.has("x-powered-by") || headers.has("server"), path).to.equal(false);
    }
    const own = await fetch(`${front.address}/v1/own`);
    expect(own.headers.get("content-type")).to.equal("text/plain");
    expect(own.headers.get("allow")).to.equal("GET");
  });

  test("paths outside of /v1/ do not exist", async () => {
    await using front = await serveHttp({ handle: echo, ...anywhere });
    for (const path of ["/", "/ui", "/V1/sys/health", "/v1"]) {
      const reply = await fetch(front.address + path);
      expect(reply.status, path).to.equal(404);
      expect(await reply.text(), path).to.equal('{"errors":[]}');
    }
  });

  test("a connection stays open after a refusal, unless a body was not read", async () => {
    await using front = await serveHttp({ handle: brief, ...anywhere });
    const received = await converse(front.address, [
      `GET /ui HTTP/1.1\r\nHost: localhost\r\n\r\nPOST /ui HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000\r\n\r\nxx${last}`,
    ]);
    expect(
      received.match(/HTTP\/1.1 404.*?Connection: [a-z-]+/gs)?.map((head) => head.split(": ").at(-1)),
    ).to.deep.equal(["keep-alive", "close"]);
    expect(bodies(received)).to.not.include("[GET /v1/last ]");
  });

  test("HEAD is answered without a body", async () => {
    await using front = await serveHttp({ handle: echo, ...anywhere });
    const reply = await fetch(`${front.address}/v1/sys/health`, { method: "HEAD" });
    expect(reply.status).to.equal(200);
    expect(await reply.text()).to.equal("");
  });

  test("a body that is too long gets 413, whether its length is announced or not", async () => {
    await using front = await serveHttp({ handle: brief, ...anywhere, limits: { bodyBytes: 1000 } });
    const post = (body: string | ReadableStream) =>
      fetch(`${front.address}/v1/x`, { method: "POST", body, duplex: "half" });
    expect((await post("x".repeat(1000))).status).to.equal(200);
    for (const body of ["x".repeat(1001), new Blob(["x".repeat(1500)]).stream()]) {
      const reply = await post(body);
      expect(reply.status).to.equal(413);
      expect(await reply.text()).to.equal('{"errors":["error parsing JSON: the body is longer than 1000 bytes"]}');
    }
    const huge = await converse(front.address, [
      "POST /v1/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\nxx",
    ]);
    expect(huge).to.match(/^HTTP\/1.1 413 /);
  });

  test("a request with an incomplete body reaches no handler", async () => {
    let calls = 0;
    const handle = async () => {
      calls += 1;
      return { status: 200, headers: {}, body: "{}" };
    };
    await using front = await serveHttp({ handle, ...anywhere });
    await converse(front.address, ["POST /v1/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nxx"], {
      end: true,
    });
    expect((await fetch(`${front.address}/v1/x`)).status).to.equal(200);
    expect(calls).to.equal(1);
  });

  test("oversized headers and invalid HTTP are refused", async () => {
    await using front = await serveHttp({ handle: echo, ...anywhere });
    const flood = await converse(front.address, [
      `GET /v1/x HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(40_000)}\r\n\r\n`,
    ]);
    expect(flood).to.match(/^HTTP\/1.1 431 .*no-store.*\{"errors":\[\]\}$/s);
    expect(await converse(front.address, ["GET /v1/x HTTP/1.1\r\nNo colon\r\n\r\n"])).to.match(/^HTTP\/1.1 400 /);
    expect(await converse(front.address, ["FOO /v1/x HTTP/1.1\r\nHost: localhost\r\n\r\n"])).to.match(
      /^HTTP\/1.1 405 /,
    );
  });

  test("a port in use is named", async () => {
    await using front = await serveHttp({ handle: echo, ...anywhere });
    const { hostname, port } = new URL(front.address);
    const failure = await serveHttp({ handle: echo, host: hostname, port: Number(port) }).catch((error) => error);
    expect(failure.message).to.equal(`127.0.0.1:${port} is in use`);
    expect(failure.code).to.equal("EADDRINUSE");
  });

  test("closing lets requests in progress finish and does not wait for idle connections", async () => {
    const started = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const handle = async ({ target }: Request) => {
      if (target === "/v1/slow") {
        started.resolve();
        await finish.promise;
      }
      return { status: 200, headers: {}, body: "{}" };
    };
    const front = await serveHttp({ handle, ...anywhere });
    await (await fetch(`${front.address}/v1/quick`)).text();
    const { hostname, port } = new URL(front.address);
    const silent = connect({ host: hostname, port: Number(port) });
    await new Promise((resolve) => silent.on("connect", resolve));
    const slow = fetch(`${front.address}/v1/slow`);
    await started.promise;
    const closed = front[Symbol.asyncDispose]();
    finish.resolve();
    const reply = await slow;
    expect(reply.status).to.equal(200);
    expect(reply.headers.get("connection")).to.equal("close");
    await closed;
    expect(await fetch(`${front.address}/v1/quick`).catch(() => "refused")).to.equal("refused");
  });

  test("killing does not wait for clients", async () => {
    const started = Promise.withResolvers<void>();
    const handle = () => {
      started.resolve();
      return new Promise<Reply>(() => {});
    };
    const front = await serveHttp({ handle, ...anywhere });
    const slow = fetch(`${front.address}/v1/slow`).catch(() => "dropped");
    await started.promise;
    await front.kill();
    expect(await slow).to.equal("dropped");
    await front[Symbol.asyncDispose]();
  });
});

suite("the verb LIST", () => {
  test("is accepted, also on a reused connection", async () => {
    await using front = await serveHttp({ handle: brief, ...anywhere });
    const list = (): Promise<{ text: string; reused: boolean }> =>
      new Promise((resolve, reject) => {
        const sent = ask(`${front.address}/v1/roles?after=a`, { method: "LIST" }, async (reply) => {
          let text = "";
          for await (const chunk of reply) text += chunk;
          resolve({ text, reused: sent.reusedSocket });
        });
        sent.on("error", reject).end();
      });
    const first = await list();
    const second = await list();
    expect([first.text, second.text]).to.deep.equal(["[LIST /v1/roles?after=a ]", "[LIST /v1/roles?after=a ]"]);
    expect([first.reused, second.reused]).to.deep.equal([false, true]);
  });

  test("is accepted between other requests of a connection, and with a body", async () => {
    await using front = await serveHttp({ handle: brief, ...anywhere });
    const received = await converse(front.address, [
      "POST /v1/a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}" +
        "LIST /v1/b HTTP/1.1\r\nHost: localhost\r\n\r\n" +
        "GET /v1/c HTTP/1.1\r\nHost: localhost\r\n\r\n" +
        "LIST /v1/d HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nbody" +
        `LIST /v1/e HTTP/1.1\r\nHost: localhost\r\n\r\n${last}`,
    ]);
    expect(bodies(received)).to.deep.equal([
      "[POST /v1/a {}]",
      "[LIST /v1/b ]",
      "[GET /v1/c ]",
      "[LIST /v1/d body]",
      "[LIST /v1/e ]",
      "[GET /v1/last ]",
    ]);
  });

  test("is answered after earlier requests", async () => {
    const slow = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const handle = async (request: Request) => {
      if (request.target === "/v1/slow") {
        asked.resolve();
        await slow.promise;
      }
      return brief(request);
    };
    await using front = await serveHttp({ handle, ...anywhere });
    const received = converse(front.address, [
      "GET /v1/slow HTTP/1.1\r\nHost: localhost\r\n\r\nLIST /v1/b HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "GET /v1/c HTTP/1.1\r\nHost: localhost\r\n\r\n",
      last,
    ]);
    await asked.promise;
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    slow.resolve();
    expect(bodies(await received)).to.deep.equal([
      "[GET /v1/slow ]",
      "[LIST /v1/b ]",
      "[GET /v1/c ]",
      "[GET /v1/last ]",
    ]);
  });

  test("is accepted or refused wherever its packets are split", async () => {
    await using front = await serveHttp({ handle: brief, ...anywhere });
    const text = "LIST /v1/b HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nbody";
    for (let cut = 1; cut < text.length; cut += 1) {
      const received = await converse(front.address, [text.slice(0, cut), text.slice(cut) + last]);
      // The packets may be joined on their way.
      if (cut <= 2 && /^HTTP\/1.1 405 .*\{"errors":\[\]\}$/s.test(received)) continue;
      expect(bodies(received), `split at ${cut}`).to.deep.equal(["[LIST /v1/b body]", "[GET /v1/last ]"]);
    }
  });

  test("is accepted or refused wherever the packets are split after another request", async () => {
    await using front = await serveHttp({ handle: brief, ...anywhere });
    const first = "GET /v1/a HTTP/1.1\r\nHost: localhost\r\n\r\n";
    const text = `${first}LIST /v1/b HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    for (let cut = 1; cut < text.length; cut += 1) {
      const received = await converse(front.address, [text.slice(0, cut), text.slice(cut) + last]);
      const consumed = cut === first.length + 1 || cut === first.length + 2;
      if (consumed && /405 Method Not Allowed.*\{"errors":\[\]\}$/s.test(received)) continue;
      expect(bodies(received), `split at ${cut}`).to.deep.equal(["[GET /v1/a ]", "[LIST /v1/b ]", "[GET /v1/last ]"]);
    }
  });

  test("leaks no listener on a connection with a thousand requests", async () => {
    const warned: string[] = [];
    const onWarning = (warning: Error) => warned.push(warning.name);
    process.on("warning", onWarning);
    await using front = await serveHttp({ handle: brief, ...anywhere });
    const text = "LIST /v1/b HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(1000);
    expect(bodies(await converse(front.address, [text + last]))).to.have.length(1001);
    process.off("warning", onWarning);
    expect(warned).to.deep.equal([]);
  });

  test("does not change LINK requests and bodies that contain LIST", async () => {
    await using front = await serveHttp({ handle: brief, ...anywhere });
    const received = await converse(front.address, [
      "LIST /v1/a HTTP/1.1\r\nHost: localhost\r\n\r\nLINK /v1/b HTTP/1.1\r\nHost: localhost\r\n\r\n" +
        `POST /v1/c HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nLIST /v1/a${last}`,
    ]);
    expect(bodies(received)).to.deep.equal([
      "[LIST /v1/a ]",
      "[LINK /v1/b ]",
      "[POST /v1/c LIST /v1/a]",
      "[GET /v1/last ]",
    ]);
  });

  test("differs from a longer verb with the same beginning, which is refused", async () => {
    await using front = await serveHttp({ handle: brief, ...anywhere });
    for (const parts of [["LISTEN /v1/a HTTP/1.1\r\n\r\n"], ["LIS", "A /v1/a HTTP/1.1\r\n\r\n"]]) {
      expect(await converse(front.address, parts)).to.match(/^HTTP\/1.1 405 /);
    }
  });

  test("differs from a longer verb with the same ending, which is refused wherever the packets are split", async () => {
    const seen: string[] = [];
    const handle = async ({ method, target }: Request): Promise<Reply> => {
      seen.push(`${method} ${target}`);
      return { status: 200, headers: {}, body: "{}" };
    };
    await using front = await serveHttp({ handle, ...anywhere });
    const get = "GET /v1/a HTTP/1.1\r\nHost: localhost\r\nX-Vault-Token: t\r\n\r\n";
    const post = "POST /v1/a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nLIST";
    const chunked = "PUT /v1/a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n";
    for (const first of ["", get, post, chunked, get + get]) {
      const text = `${first}UNLIST /v1/b HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
      for (let cut = first.length; cut <= first.length + 7; cut += 1) {
        for (const parts of [
          [text.slice(0, cut), text.slice(cut)],
          [first, text.slice(first.length, cut), text.slice(cut)],
        ]) {
          await converse(
            front.address,
            parts.filter((part) => part !== ""),
          ).catch(() => {});
        }
      }
    }
    expect(seen.filter((request) => request.endsWith("/v1/b"))).to.deep.equal([]);
  });

  test("is accepted on a reused connection after every kind of request", async () => {
    await using front = await serveHttp({ handle: brief, ...anywhere });
    const list = "LIST /v1/b HTTP/1.1\r\nHost: localhost\r\n\r\n";
    const post = "POST /v1/a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n";
    const get = "GET /v1/a HTTP/1.1\r\nHost: localhost\r\nX-Empty: \r\nX-Latin: \xe4\r\n\r\n";
    const parts = [
      list,
      list,
      `${post}{}`,
      list,
      post,
      "{",
      "}",
      list,
      get,
      list,
      get + get,
      list + list,
      get,
      list,
      last,
    ];
    const received = bodies(
      await converse(
        front.address,
        parts.map((part) => Buffer.from(part, "latin1")),
      ),
    );
    expect(received.filter((body) => body.startsWith("[LIST"))).to.have.length(8);
    expect(received.at(-1)).to.equal("[GET /v1/last ]");
  });

  test("is refused with an unknown expectation, and a LINK after it stays LINK", async () => {
    await using front = await serveHttp({ handle: brief, ...anywhere });
    const received = await converse(front.address, [
      "LIST /v1/a HTTP/1.1\r\nHost: localhost\r\nExpect: the-unexpected\r\n\r\n",
      `LINK /v1/b HTTP/1.1\r\nHost: localhost\r\n\r\nLIST /v1/c HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n\r\n${last}`,
    ]);
    expect(received).to.match(/^HTTP\/1.1 417 .*?\{"errors":\[\]\}/s);
    expect(bodies(received).slice(1)).to.deep.equal(["[LINK /v1/b ]", "[LIST /v1/c ]", "[GET /v1/last ]"]);
  });

  test("leaves nothing behind when the client ends or disconnects during the request", async () => {
    await using front = await serveHttp({ handle: brief, ...anywhere });
    const whole = await converse(front.address, ["LIST /v1/a HTTP/1.1\r\nHost: localhost\r\n\r\n"], { end: true });
    expect(bodies(whole)).to.deep.equal(["[LIST /v1/a ]"]);
    for (const part of ["LIS", "LIST /v1", "LIST /v1/a HTTP/1.1\r\nContent-Length: 9\r\n\r\nx"]) {
      const received = await converse(front.address, [part], { end: true });
      expect(received, part).not.to.include("[LIST");
    }
  });
});
