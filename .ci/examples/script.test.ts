import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, suite, test } from "node:test";
import { expect } from "chai";
import { scriptOf } from "./script.ts";

const server: Server = createServer(({ method, url, headers }, response) => {
  response.statusCode = url?.startsWith("/refused") ? 400 : 200;
  response.end(JSON.stringify({ method, url, type: headers["content-type"] }));
});

suite("the script of a page, in bash", () => {
  let api = "";
  before(async () => {
    await once(server.listen(0, "127.0.0.1"), "listening");
    api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());

  async function play(...lines: readonly string[]): Promise<Readonly<{ code: number; output: string }>> {
    const child = spawn("bash", ["-c", scriptOf([{ line: 7, text: `${lines.join("\n")}\n` }], { apis: [api] })]);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
    const [code] = await once(child, "close");
    return { code, output };
  }

  test("runs curl against the cluster at the printed port, with the body as a form", async () => {
    const { code, output } = await play(`curl -d '{"a": 1}' http://127.0.0.1:8200/v1/a`);
    expect(code, output).to.equal(0);
    expect(output).to.contain(`"method":"POST","url":"/v1/a","type":"application/x-www-form-urlencoded"`);
  });

  test("stops if a reply lacks the expected text", async () => {
    const asked = "curl http://127.0.0.1:8200/v1/a";
    expect(await play(asked, `# → "url":"/v1/a"`, "echo here")).to.include({ code: 0 });
    const { code, output } = await play(asked, `# → it's b`, "echo here");
    expect(code).to.equal(1);
    expect(output).to.contain("the answer lacks it's b").and.not.contain("here");
  });

  test("stops if a request is refused, also inside a line", async () => {
    for (const line of ["curl $x", "y=$(curl $x | sed s/a/b/)"]) {
      const { code, output } = await play("x=http://127.0.0.1:8200/refused", line, "echo here");
      expect(code).to.equal(22);
      expect(output).to.contain("refused with 400").and.not.contain("here");
    }
  });

  test("stops if no server listens", async () => {
    const { code } = await play("curl http://127.0.0.1:1/");
    expect(code).to.equal(22);
  });
});
