import { Given, When } from "@cucumber/cucumber";
import type { CloudKey } from "#harness/cloud/embedded/cloud-provider.ts";
import type { ScriptedReply } from "#harness/cloud/embedded/stand-in.ts";
import { type IdentityEvidence, serverIdHeaderOf, signCallerIdentity } from "#harness/cloud/signed-identity.ts";
import { stsRegion } from "../../world/clouds.ts";
import type { RehearsalWorld } from "../../world.ts";
import { type Evidence, logIn } from "./log-in.ts";
import { otherThan } from "./other-account.ts";

When(
  "{person} signs a request for the server {string}",
  async function (this: RehearsalWorld, who: string, serverId: string) {
    const { url } = this.stage.cloud;
    const key = this.clouds.user(who);
    const evidence = await signCallerIdentity({ key, url, region: stsRegion, date: this.stage.now(), serverId });
    this.clouds.signed.set(who, evidence);
  },
);

type Request = Readonly<{ url: string; body: string; headers: Readonly<Record<string, unknown>> }>;

/** Returns the value of a header. Its name is compared regardless of case. Throws if the header is missing. */
function headerOf({ headers }: Request, wanted: string): string {
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === wanted.toLowerCase());
  if (!found) throw new Error(`the request has no ${wanted}`);
  return String(found[1]);
}

function withHeader(request: Request, wanted: string, value: unknown): Request {
  const others = Object.entries(request.headers).filter(([name]) => name.toLowerCase() !== wanted.toLowerCase());
  return { ...request, headers: { ...Object.fromEntries(others), [wanted]: value } };
}

/** Replaces the first match in the Authorization header. Throws if there is none or nothing changes. */
function inAuthorization(request: Request, part: RegExp, other: string): Request {
  const authorization = headerOf(request, "authorization");
  const changed = authorization.replace(part, other);
  if (changed === authorization) throw new Error(`there is no ${part} in ${authorization.replace(/Signature=.*/, "")}`);
  return withHeader(request, "authorization", changed);
}

const otherSeconds = (seconds: string) => String((Number(seconds) + 1) % 60).padStart(2, "0");

/** Changes to a signed request, by their description in steps. `key` signed it; `mallory` is the attacker's key. */
const changes: Readonly<Record<string, (request: Request, key: CloudKey, mallory: CloudKey) => Request>> = {
  "the server ID taken out of the signed headers": (request, key) => {
    const authorization = headerOf(request, "authorization");
    const less = authorization.replace(`;${serverIdHeaderOf(key).toLowerCase()}`, "");
    if (less === authorization) throw new Error("the server ID was not signed");
    return withHeader(request, "authorization", less);
  },
  "a second Host header": (request) => withHeader(request, "Host", [new URL(request.url).host, "mallory.example"]),
  "a Host header of another host": (request) => ({
    ...withHeader(request, "Host", new URL(request.url).host),
    url: "https://mallory.example/",
  }),
  "a second server ID": (request, key) => withHeader(request, serverIdHeaderOf(key), ["oslo.example", "lima.example"]),
  "another action in the query": (request) => ({ ...request, url: `${request.url}?Action=GetSessionToken` }),
  "another version in the query": (request) => ({ ...request, url: `${request.url}?Version=2010-05-08` }),
  "another action in the body": (request) => ({
    ...request,
    body: request.body.replace("GetCallerIdentity", "GetSessionToken"),
  }),
  "a body that its hash is not of": (request) => withHeader(request, "X-Amz-Content-Sha256", "0".repeat(64)),
  "a header that was not signed": (request) => withHeader(request, "X-Amz-Security-Token", "mallory"),
  "a second action in the body": (request) => ({ ...request, body: `${request.body}&Action=GetSessionToken` }),
  "another version in the body": (request) => ({ ...request, body: request.body.replace("2011-06-15", "2010-05-08") }),
  "one more parameter in the body": (request) => ({ ...request, body: `${request.body}&RoleArn=ada` }),
  "the URL of another host": (request) => ({ ...request, url: "https://mallory.example/" }),
  "a path that climbs out of the endpoint": (request) => ({ ...request, url: `${request.url}a/../../b` }),
  "the signature in the query": (request) => {
    const [, signature = ""] = /Signature=(\w+)/.exec(headerOf(request, "authorization")) ?? [];
    return { ...request, url: `${request.url}?X-Amz-Signature=${signature}` };
  },
  "a presigned URL of another host": (request) => {
    const query = new URLSearchParams({ Action: "GetCallerIdentity", "X-Amz-Algorithm": "AWS4-HMAC-SHA256" });
    return { ...request, url: `https://mallory.example/?${query}` };
  },
  "a second Authorization header": (request) => {
    const authorization = headerOf(request, "authorization");
    return withHeader(request, "authorization", [authorization, authorization]);
  },
  "the action twice in the body": (request) => ({ ...request, body: `Action=GetCallerIdentity&${request.body}` }),
  "the action in escapes in the body": (request) => ({ ...request, body: request.body.replace("Action", "%41ction") }),
  "a header that is folded over two lines": (request, key) =>
    withHeader(request, serverIdHeaderOf(key), "oslo.example\r\n lima.example"),
  "a line break and another header in a header": (request) =>
    withHeader(request, "X-Amz-Date", `${headerOf(request, "x-amz-date")}\r\nHost: mallory.example`),
  "another region in the scope": (request) => inAuthorization(request, /(?<=\/\d{8}\/)[\w-]+/, "ap-south-2"),
  "a later date": (request) =>
    withHeader(request, "X-Amz-Date", headerOf(request, "x-amz-date").replace(/\d{2}(?=Z)/, otherSeconds)),
  "the access key of Mallory in the scope": (request, _key, mallory) =>
    inAuthorization(request, /(?<=Credential=)\w+/, mallory.accessKeyId),
  "a second list of signed headers": (request) =>
    inAuthorization(request, /(?<=Credential=[^,]*)(?=,)/, " SignedHeaders=host;x-amz-date"),
  "a name and password in the URL": (request) => ({ ...request, url: request.url.replace("://", "://ada:secret@") }),
  "the content type of JSON": (request) => withHeader(request, "content-type", "application/json"),
};

function changed(evidence: IdentityEvidence, change: (request: Request) => Request): Evidence {
  const { iam_request_url: url, iam_request_body: body, iam_request_headers: headers } = evidence;
  const request = change({ url: atob(url), body: atob(body), headers: JSON.parse(atob(headers)) });
  return {
    ...evidence,
    iam_request_url: btoa(request.url),
    iam_request_body: btoa(request.body),
    iam_request_headers: request.headers,
  };
}

async function replay(world: RehearsalWorld, who: string, cluster: string, role: string, change?: string) {
  const evidence = world.clouds.signed.get(who);
  if (!evidence) throw new Error(`${who} has signed nothing`);
  const alter = change === undefined ? (request: Request) => request : changes[change];
  if (!alter) throw new Error(`the step knows no ${change}`);
  const key = world.clouds.user(who);
  const mallory = world.clouds.user("Mallory");
  const body = { ...changed(evidence, (request) => alter(request, key, mallory)), role };
  await world.try(cluster, { method: "POST", path: "auth/cloud/login", body });
}

When(
  "{person} replays the request of {person} to {cluster} as role {string}",
  async function (this: RehearsalWorld, _who: string, whose: string, cluster: string, role: string) {
    await replay(this, whose, cluster, role);
  },
);

When(
  "{person} replays the request of {person} to {cluster} as role {string}, with {}",
  async function (this: RehearsalWorld, _who: string, whose: string, cluster: string, role: string, change: string) {
    await replay(this, whose, cluster, role, change);
  },
);

When(
  "{person} signs a request to the stand-in {string} and logs in with it to {cluster} as role {string}",
  async function (this: RehearsalWorld, who: string, name: string, cluster: string, role: string) {
    const { url } = await this.stage.cloud.standIn(name);
    // The key is invented: the host in the request would accept any signature.
    const signs: Parameters<typeof logIn>[1]["signs"] = (right) => ({
      ...right,
      url,
      key: { ...right.key, secretAccessKey: "made-up" },
    });
    await logIn(this, { who, cluster, role, signs });
  },
);

type Identity = Readonly<{ arn: string; uniqueId: string; account: string }>;

const namespace = "https://sts.amazonaws.com/doc/2011-06-15/";

const partsOf = ({ arn, uniqueId, account }: Identity) =>
  `<Arn>${arn}</Arn><UserId>${uniqueId}</UserId><Account>${account}</Account>`;

const resultOf = (one: Identity) => `<GetCallerIdentityResult>${partsOf(one)}</GetCallerIdentityResult>`;

const answerOf = (inside: string) =>
  `<GetCallerIdentityResponse xmlns="${namespace}">${inside}<ResponseMetadata><RequestId>0</RequestId></ResponseMetadata></GetCallerIdentityResponse>`;

/**
 * Responses of a cloud that an attacker can influence, by their description in steps. `ada` is the identity that the
 * attacker wants, `own` is the attacker's identity.
 */
const answers: Readonly<Record<string, (ada: Identity, own: Identity, elsewhere: string) => Partial<ScriptedReply>>> = {
  "Ada's identity in JSON": ({ arn, uniqueId, account }) => ({
    headers: [["Content-Type", "application/json"]],
    body: JSON.stringify({
      GetCallerIdentityResponse: { GetCallerIdentityResult: { Arn: arn, UserId: uniqueId, Account: account } },
    }),
  }),
  "Ada's identity in an error": (ada) => ({ status: 403, body: answerOf(resultOf(ada)) }),
  "Ada's identity in the answer to another action": (ada) => ({
    body: `<GetUserResponse xmlns="${namespace}"><GetUserResult>${partsOf(ada)}</GetUserResult></GetUserResponse>`,
  }),
  "Ada's identity in a comment": (ada, own) => ({ body: answerOf(`<!--${resultOf(ada)}-->${resultOf(own)}`) }),
  "Ada's identity in an attribute": (ada, own) => ({
    body: answerOf(resultOf(own).replace("<Arn>", `<Arn value="${ada.arn}">`)),
  }),
  "Ada's identity before Mallory's": (ada, own) => ({ body: answerOf(resultOf(ada) + resultOf(own)) }),
  "Mallory's identity before Ada's": (ada, own) => ({ body: answerOf(resultOf(own) + resultOf(ada)) }),
  "Ada's ARN and the account of Mallory's choice": (ada) => ({
    body: answerOf(resultOf({ ...ada, account: otherThan(ada.account) })),
  }),
  "Ada's identity with another content type": (ada) => ({
    headers: [["Content-Type", "text/html"]],
    body: answerOf(resultOf(ada)),
  }),
  "Ada's identity behind a document type": (ada) => ({ body: `<!DOCTYPE x>${answerOf(resultOf(ada))}` }),
  "an entity that grows a billion times": (ada) => {
    const levels = Array.from({ length: 9 }, (_, level) => {
      const inside = level === 0 ? "lol" : `&l${level - 1};`.repeat(10);
      return `<!ENTITY l${level} "${inside}">`;
    });
    const body = answerOf(resultOf({ ...ada, uniqueId: "&l8;" }));
    return { body: `<?xml version="1.0"?><!DOCTYPE x [${levels.join("")}]>${body}` };
  },
  "an entity that reads a file": (ada) => ({
    body: `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/hostname">]>${answerOf(resultOf({ ...ada, uniqueId: "&f;" }))}`,
  }),
  "ten megabytes of XML": (ada) => ({
    body: answerOf(`${resultOf(ada)}<Note>${"x".repeat(10 * 1024 * 1024)}</Note>`),
  }),
  "a thousand nested elements": (ada) => ({
    body: answerOf(`${resultOf(ada)}${"<Note>".repeat(1000)}${"</Note>".repeat(1000)}`),
  }),
  "a redirect to the stand-in mallory": (_ada, _own, elsewhere) => ({
    status: 307,
    headers: [
      ["Content-Type", "text/xml"],
      ["Location", elsewhere],
    ],
  }),
  nothing: () => ({ body: "" }),
};

Given(
  "the stand-in {string} answers {person} with {}",
  async function (this: RehearsalWorld, name: string, who: string, what: string) {
    const answer = answers[what];
    if (!answer) throw new Error(`the step knows no ${what}`);
    const { account } = this.stage.cloud;
    const ada = { ...this.clouds.user("Ada"), account };
    const own = { ...this.clouds.user(who), account };
    const elsewhere = await this.stage.cloud.standIn("mallory");
    elsewhere.script({ status: 200, headers: [["Content-Type", "text/xml"]], body: answerOf(resultOf(ada)) });
    const plain = { status: 200, headers: [["Content-Type", "text/xml"]] as const, body: "" };
    (await this.stage.cloud.standIn(name)).script({ ...plain, ...answer(ada, own, elsewhere.url) });
  },
);
