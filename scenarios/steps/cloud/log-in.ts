import { expect } from "chai";
import type { ApiReply } from "#harness/api/request.ts";
import { type IdentityEvidence, type IdentityRequest, signCallerIdentity } from "#harness/cloud/signed-identity.ts";
import { expectRefusal } from "../../expect-refusal.ts";
import type { RehearsalWorld } from "../../world.ts";

/** The server that scenarios sign requests for unless they say otherwise. */
export const serverId = "oslo.example";

/** What a login sends as evidence; a scenario may send less of it, or something else. */
export type Evidence = Readonly<Partial<Record<keyof IdentityEvidence, unknown>>>;

/** A login of type iam. */
export type IamLogin = Readonly<{
  who: string;
  cluster: string;
  role?: string;
  /** Changes the request before it is signed. */
  signs?: (right: IdentityRequest) => IdentityRequest;
  /** Changes what was signed. */
  sends?: (evidence: IdentityEvidence) => Evidence;
}>;

/** Logs a principal in with a signed request that is right, or changed. The answer is kept, whatever it is, and the token if there is one. */
export async function logIn(
  world: RehearsalWorld,
  { who, cluster, role, signs = (right) => right, sends = (evidence) => evidence }: IamLogin,
): Promise<ApiReply> {
  const { url, region } = world.stage.cloud;
  const right = { key: world.clouds.user(who), url, region, date: world.stage.now(), serverId };
  const body = { ...sends(await signCallerIdentity(signs(right))), ...(role === undefined ? {} : { role }) };
  const reply = await world.try(cluster, { method: "POST", path: "auth/cloud/login", body });
  const { auth } = reply.body ?? {};
  if (reply.status === 200 && auth) Object.assign(world.person(who), { auth, token: String(auth.client_token) });
  return reply;
}

/** What the last successful cloud login of a client told. Throws when there was none. */
export function loginOf(world: RehearsalWorld, who: string): Readonly<Record<string, unknown>> {
  const { auth } = world.person(who);
  if (!auth) throw new Error(`${who} has not logged in`);
  return auth;
}

/** Claims that a login was answered with a token. */
export function expectToken({ status, body }: ApiReply): void {
  expect(status, body?.errors?.join("; ")).to.equal(200);
  expect(body?.auth?.client_token).to.be.a("string").that.is.not.empty;
}

/** Claims that a login was refused, and gave out nothing. */
export function expectNoToken(reply: ApiReply): void {
  expectRefusal(reply);
  expect(JSON.stringify(reply.body), "a nonce in a refusal").not.to.match(/"nonce"\s*:/);
}
