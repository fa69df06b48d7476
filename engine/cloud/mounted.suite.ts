import { expect } from "chai";
import type { JsonObject } from "../api/json.ts";
import { loneEngine } from "../engine.suite.ts";

/**
 * Starts an engine with the auth method at `auth/cloud/` and a role `web` for instances with role tags. Paths in `ask`,
 * `outcome`, `done` and `data` are relative to the mount.
 */
export async function mountedCloud() {
  const lone = await loneEngine();
  const ask = (method: string, path: string, body?: JsonObject) => lone.ask(method, `auth/cloud/${path}`, body);
  expect((await lone.ask("POST", "sys/auth/cloud", { type: "cloud" })).status).to.equal(204);
  async function outcome(method: string, path: string, body?: JsonObject) {
    const answer = await ask(method, path, body);
    return [answer.status, (answer.body?.errors as readonly string[] | undefined)?.[0]] as const;
  }
  async function done(method: string, path: string, body?: JsonObject): Promise<void> {
    expect(await outcome(method, path, body), `${method} ${path}`).to.deep.equal([204, undefined]);
  }
  async function data(method: string, path: string, body?: JsonObject): Promise<JsonObject> {
    const answer = await ask(method, path, body);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body?.data as JsonObject;
  }
  await done("POST", "role/web", { auth_type: "ec2", bound_ami_id: "ami-1", role_tag: "SvcRole" });
  return {
    ...lone,
    ask,
    outcome,
    done,
    data,
    tag: async (fields: JsonObject = {}) => String((await data("POST", "role/web/tag", fields)).tag_value),
    async listed(list = "roletag-denylist"): Promise<unknown> {
      const answer = await ask("LIST", list);
      return answer.status === 404 ? [] : (answer.body?.data as JsonObject | undefined)?.keys;
    },
    async pass(seconds: number): Promise<void> {
      await lone.clock.pass(seconds);
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

export async function mounted(type = "cloud") {
  const { ask } = await loneEngine();
  await ask("POST", "sys/auth/cloud", { type });
  return ask;
}
