import { expect } from "chai";
import type { ApiReply } from "#harness/api/request.ts";
import type { Fields } from "./values.ts";
import { instanceIn, type Login, loginRequest } from "./variants/evidence.ts";
import type { RehearsalWorld } from "./world.ts";

type LoginTry = [holder: string, cluster: string, login: Login];

/** Tries to log in. Remembers the response, and the token, entity and nonce of a login that succeeds. */
export async function tryToLogIn(world: RehearsalWorld, ...[holder, cluster, login]: LoginTry): Promise<ApiReply> {
  const reply = await world.try(cluster, await loginRequest(world, holder, login));
  if (reply.status === 200) hold(world, holder, cluster, reply.body?.auth ?? {});
  return reply;
}

function hold(world: RehearsalWorld, holder: string, cluster: string, auth: Fields): void {
  expect(auth.client_token, "a login gives a token").to.be.a("string").that.is.not.empty;
  noteLogin(world, holder, auth);
  world.values.set(`entity of ${holder}`, String(auth.entity_id));
  world.clients.hold(holder, cluster, String(auth.client_token));
  const { nonce } = (auth.metadata ?? {}) as Readonly<{ nonce?: string }>;
  const name = `nonce of ${instanceIn(holder)}`;
  const former = world.values.get(name);
  if (nonce === undefined) return;
  if (former !== undefined) world.values.set(`former ${name}`, former);
  world.values.set(name, nonce);
}

/** Remembers an `auth` object as that of the holder's last login. */
export function noteLogin(world: RehearsalWorld, holder: string, auth: Fields): void {
  world.person(holder).auth = auth;
}

export async function logIn(world: RehearsalWorld, ...login: LoginTry): Promise<void> {
  const { status, body } = await tryToLogIn(world, ...login);
  expect(status, body?.errors?.join("; ")).to.equal(200);
}

/** Returns the `auth` object of a client's or instance's last login, renewal or new token. Throws if there is none. */
export function loginOf(world: RehearsalWorld, holder: string): Fields {
  const { auth } = world.person(holder);
  if (!auth) throw new Error(`${holder} has not logged in`);
  return auth;
}

export function tokenOf(world: RehearsalWorld, holder: string): string {
  return String(loginOf(world, holder).client_token);
}
