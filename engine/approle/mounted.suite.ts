import { expect } from "chai";
import type { JsonObject } from "../api/json.ts";
import { type LoneEngine, loneEngine } from "../engine.suite.ts";

type Options = Parameters<LoneEngine["ask"]>[3];

/**
 * Starts an engine with approle mounted at `auth/programs/`. The functions `data`, `done` and `outcome` send requests
 * to paths below the mount.
 */
export async function mountedApprole() {
  const lone = await loneEngine();
  const { ask } = lone;
  expect((await ask("POST", "sys/auth/programs", { type: "approle" })).status).to.equal(204);

  async function data(method: string, path: string, body?: JsonObject): Promise<JsonObject> {
    const answer = await ask(method, `auth/programs/${path}`, body);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body?.data as JsonObject;
  }
  async function done(method: string, path: string, body?: JsonObject): Promise<void> {
    const { status, body: answer } = await ask(method, `auth/programs/${path}`, body);
    expect(status, JSON.stringify(answer)).to.equal(204);
  }
  async function outcome(method: string, path: string, body?: JsonObject, options?: Options) {
    const { status, body: answer } = await ask(method, `auth/programs/${path}`, body, options);
    return [status, (answer?.errors as readonly string[] | undefined)?.[0]] as const;
  }
  return {
    ...lone,
    data,
    done,
    outcome,
    async role(name: string, fields: JsonObject = {}): Promise<string> {
      await done("POST", `role/${name}`, fields);
      return String((await data("GET", `role/${name}/role-id`)).role_id);
    },
    async secretId(name: string, fields: JsonObject = {}): Promise<{ text: string; accessor: string }> {
      const { secret_id, secret_id_accessor } = await data("POST", `role/${name}/secret-id`, fields);
      return { text: String(secret_id), accessor: String(secret_id_accessor) };
    },
    logIn: (role_id: string, secret_id?: string, options: Options = {}) =>
      outcome(
        "POST",
        "login",
        { role_id, ...(secret_id === undefined ? {} : { secret_id }) },
        { token: "", ...options },
      ),
    async auth(role_id: string, secret_id: string): Promise<JsonObject> {
      const { status, body } = await ask("POST", "auth/programs/login", { role_id, secret_id }, { token: "" });
      expect(status, JSON.stringify(body)).to.equal(200);
      return body?.auth as JsonObject;
    },
  };
}
