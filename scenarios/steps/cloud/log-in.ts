import { expect } from "chai";
import type { ApiReply } from "#harness/api/request.ts";
import { type IdentityEvidence, type IdentityRequest, signCallerIdentity } from "#harness/cloud/signed-identity.ts";
import { expectRefusal } from "../../expect-refusal.ts";
import { stsRegion } from "../../world/clouds.ts";
import type { RehearsalWorld } from "../../world.ts";

/** The server id in signed requests, unless a scenario specifies another one. */
export const serverId = "oslo.example";

/** The evidence in a login request. A scenario may omit or replace fields. */
export type Evidence = Readonly<Partial<Record<keyof IdentityEvidence, unknown>>>;

export type IamLogin = Readonly<{
  who: string;
  cluster: string;
  role?: string;
  /** Changes the request before it is signed. Default: no change. */
  signs?: (right: IdentityRequest) => IdentityRequest;
  /** Changes the evidence after it is signed. Default: no change. */
  sends?: (evidence: IdentityEvidence) => Evidence;
}>;

/**
 * Tries to log in as a principal with a signed request, which is valid unless `signs` or `sends` changes it. Remembers
 * the response, and the token if there is one.
 */
export async function logIn(
  world: RehearsalWorld,
  { who, cluster, role, signs = (right) => right, sends = (evidence) => evidence }: IamLogin,
): Promise<ApiReply> {
  const { url } = world.stage.cloud;
  const right = { key: world.clouds.user(who), url, region: stsRegion, date: world.stage.now(), serverId };
  const body = { ...sends(await signCallerIdentity(signs(right))), ...(role === undefined ? {} : { role }) };
  const reply = await world.try(cluster, { method: "POST", path: "auth/cloud/login", body });
  const { auth } = reply.body ?? {};
  if (reply.status === 200 && auth) Object.assign(world.person(who), { auth, token: String(auth.client_token) });
  return reply;
}

/**
 * Returns the `auth` object in the response to the last successful cloud login of a client, or of an instance, which
 * `who` designates as `the instance "web-1"`. Throws if there was none.
 */
export function loginOf(world: RehearsalWorld, who: string): Readonly<Record<string, unknown>> {
  const [, instance] = /^the instance "(.*)"$/.exec(who) ?? [];
  const auth = instance === undefined ? world.person(who).auth : world.instances.logins.get(instance);
  if (!auth) throw new Error(`${who} has not logged in`);
  return auth;
}

export function expectToken({ status, body }: ApiReply): void {
  expect(status, body?.errors?.join("; ")).to.equal(200);
  expect(body?.auth?.client_token).to.be.a("string").that.is.not.empty;
}

/** Asserts that a login was refused, and that the response contains neither a token nor a nonce. */
export function expectNoToken(reply: ApiReply): void {
  expectRefusal(reply);
  expect(JSON.stringify(reply.body), "a nonce in a refusal").not.to.match(/"nonce"\s*:/);
}
