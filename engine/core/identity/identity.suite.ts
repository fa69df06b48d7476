import type { JsonObject } from "../../api/json.ts";
import { type LoneEngine, loneEngine } from "../../engine.suite.ts";
import type { Store } from "../../ports/store.ts";

type Asked = Awaited<ReturnType<LoneEngine["ask"]>>;

export type IdentityFixture = LoneEngine &
  Readonly<{
    accessor: string;
    call(method: string, path: string, body?: JsonObject): Promise<JsonObject>;
    refusal(method: string, path: string, body?: JsonObject): Promise<string>;
    entity(fields?: JsonObject): Promise<string>;
    group(fields?: JsonObject): Promise<string>;
    enable(mount: string, fields?: JsonObject): Promise<string>;
    logIn(name: string, mount?: string): Promise<Readonly<{ token: string; entity: string; auth: JsonObject }>>;
  }>;

export async function identityFixture(store?: Store): Promise<IdentityFixture> {
  const lone = await loneEngine(store);
  const { ask } = lone;
  const succeeded = ({ status, body }: Asked) => {
    if (status >= 400) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body ?? {};
  };
  const call = async (method: string, path: string, body?: JsonObject) =>
    (succeeded(await ask(method, path, body)).data ?? {}) as JsonObject;
  const enable = async (mount: string, fields: JsonObject = {}) => {
    const mounted = async () => (await call("GET", "sys/auth"))[`${mount}/`] as JsonObject | undefined;
    if (!(await mounted())) succeeded(await ask("POST", `sys/auth/${mount}`, { type: "userpass", ...fields }));
    return String((await mounted())?.accessor);
  };
  const made = async (path: string, fields: JsonObject) => String((await call("POST", path, fields)).id);
  return {
    ...lone,
    accessor: await enable("userpass"),
    enable,
    call,
    async refusal(method, path, body) {
      const { status, body: answer } = await ask(method, path, body);
      const errors = answer?.errors;
      return `${status} ${Array.isArray(errors) ? errors.join("; ") : "is not a refusal"}`;
    },
    entity: (fields = {}) => made("identity/entity", fields),
    group: (fields = {}) => made("identity/group", fields),
    async logIn(name, mount = "userpass") {
      const user = `auth/${mount}/users/${name}`;
      if ((await ask("GET", user)).status === 404) succeeded(await ask("POST", user, { password: "secret" }));
      const answer = await ask("POST", `auth/${mount}/login/${name}`, { password: "secret" }, { token: "" });
      const auth = succeeded(answer).auth as JsonObject;
      return { token: String(auth.client_token), entity: String(auth.entity_id), auth };
    },
  };
}
