import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { suite, test } from "node:test";
import { expect } from "chai";
import type { CloudRequest } from "#engine/ports/cloud.ts";
import { httpCloud } from "./http.ts";

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

async function provider(answer: Answer) {
  const connections = new Set<unknown>();
  const server = createServer(async (request, response) => {
    connections.add(request.socket);
    let body = "";
    for await (const chunk of request) body += chunk;
    answer(request, response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    connections,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const echo: Answer = ({ method, url, rawHeaders }, response, body) =>
  response
    .writeHead(200, { "Content-Type": "application/json" })
    .end(JSON.stringify({ method, url, rawHeaders, body }));

function post(url: string, rest: Partial<CloudRequest> = {}): CloudRequest {
  return { method: "POST", url, headers: [], body: "Action=GetCallerIdentity", timeoutMilliseconds: 5000, ...rest };
}

async function failure(wait: Promise<unknown>): Promise<string> {
  return wait.then(
    () => expect.fail("there was an answer"),
    (error: Error) => error.message,
  );
}

suite("the cloud over HTTP", () => {
  test("a request is sent exactly: verb, query, body, header names, their order, and repeated names", async () => {
    await using server = await provider(echo);
    using cloud = httpCloud();
    const headers = [
      ["x-Date", "now"],
      ["Host", "sts.amazonaws.com"],
      ["X-Twice", "one"],
      ["X-Twice", "two"],
      ["Content-Type", "application/x-www-form-urlencoded; charset=utf-8"],
    ] as const;
    const reply = await cloud.exchange(post(`${server.url}/a%2Fb?x=%20y`, { headers, body: "ü" }));
    expect(reply.status).to.equal(200);
    expect(reply.contentType).to.equal("application/json");
    const seen = JSON.parse(reply.body);
    expect([seen.method, seen.url, seen.body]).to.deep.equal(["POST", "/a%2Fb?x=%20y", "ü"]);
    expect(seen.rawHeaders.slice(0, 10)).to.deep.equal(headers.flat());
  });

  test("the Host header defaults to the server's, and message framing cannot be set by the caller", async () => {
    await using server = await provider(echo);
    using cloud = httpCloud();
    const headers = [
      ["Content-Length", "3"],
      ["Transfer-Encoding", "chunked"],
      ["Connection", "upgrade"],
    ] as const;
    const { rawHeaders, body } = JSON.parse((await cloud.exchange(post(server.url, { headers, body: "four" }))).body);
    expect(body).to.equal("four");
    expect(rawHeaders).to.deep.equal([
      "Host",
      server.url.replace("http://", ""),
      "Content-Length",
      "4",
      "Connection",
      "keep-alive",
    ]);
  });

  test("redirects are not followed, and refusals are answers", async () => {
    await using server = await provider((_request, response) =>
      response.writeHead(302, { Location: "/x" }).end("there"),
    );
    using cloud = httpCloud();
    const reply = await cloud.exchange(post(server.url, { method: "GET", body: "" }));
    expect(reply).to.deep.equal({ status: 302, contentType: "", body: "there" });
  });

  test("connections are reused", async () => {
    await using server = await provider(echo);
    using cloud = httpCloud();
    for (let round = 0; round < 3; round += 1) await cloud.exchange(post(server.url));
    expect(server.connections.size).to.equal(1);
  });

  test("a missing, late or incomplete answer is an error that names the server and contains no secret", async () => {
    await using silent = await provider(() => {});
    await using chatty = await provider((_request, response) => response.end("x".repeat(5_000_000)));
    await using broken = await provider((_request, response) => {
      response.writeHead(200, { "Content-Length": "10" }).write("x");
      response.destroy();
    });
    using cloud = httpCloud();
    const query = "/?X-Amz-Signature=secret";
    const silence = await failure(cloud.exchange(post(silent.url + query, { timeoutMilliseconds: 30 })));
    expect(silence).to.equal(`no answer from ${silent.url}: nothing within 30 ms`);
    const flood = await failure(cloud.exchange(post(chatty.url + query)));
    expect(flood).to.equal(`no answer from ${chatty.url}: the answer is longer than 4194304 bytes`);
    const breach = await failure(cloud.exchange(post(broken.url + query)));
    expect(breach)
      .to.match(new RegExp(`^no answer from ${broken.url}: .`))
      .and.not.include("secret");
    const unreachable = await failure(cloud.exchange(post(`http://127.0.0.1:1${query}`)));
    expect(unreachable).to.equal("no answer from http://127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1");
    expect(await failure(cloud.exchange(post("nonsense?secret")))).to.equal(
      "the address of the request is not an HTTP address",
    );
  });

  test("headers that cannot be sent are an error", async () => {
    await using server = await provider(echo);
    using cloud = httpCloud();
    const headers = [["X-Split", "a\r\nX-Other: b"]] as const;
    expect(await failure(cloud.exchange(post(server.url, { headers })))).to.match(/X-Split/);
  });

  test("requests in progress are aborted when the cluster stops", async () => {
    const asked = Promise.withResolvers<void>();
    await using server = await provider(() => asked.resolve());
    const cloud = httpCloud();
    const running = failure(cloud.exchange(post(server.url)));
    await asked.promise;
    cloud[Symbol.dispose]();
    expect(await running).to.equal(`no answer from ${server.url}: the cluster stops`);
    expect(await failure(cloud.exchange(post(server.url)))).to.include("the cluster stops");
  });
});
