import { Given, Then } from "@cucumber/cucumber";
import { expect } from "chai";
import type { ApiReply, ApiRequest } from "#harness/api/request.ts";
import { grantsOf, policyText } from "../../world/clients.ts";
import type { RehearsalWorld } from "../../world.ts";
import { forNamespace } from "./access.ts";

type Asked = Readonly<{
  namespace: string;
  cluster: string;
  method?: ApiRequest["method"];
  path: string;
  token?: string;
}>;

/** Sends a request and asserts that it succeeds. Default token: an operator's. */
async function told(
  world: RehearsalWorld,
  { namespace, cluster, method = "GET", path, token }: Asked,
  body?: ApiRequest["body"],
): Promise<ApiReply> {
  const payload = body === undefined ? {} : { body };
  const request = { method, path, ...forNamespace(namespace), ...payload };
  const actor = world.cluster(cluster);
  const reply = await (token === undefined ? actor.askAsOperator(request) : actor.ask({ ...request, token }));
  expect(reply.status, `${method} ${path} in ${namespace}: ${reply.body?.errors?.join("; ")}`).to.be.within(200, 299);
  return reply;
}

Given(
  "{person} is a client of the namespace {string} in {cluster} who may {string} on {string}",
  async function (
    this: RehearsalWorld,
    who: string,
    namespace: string,
    cluster: string,
    capabilities: string,
    path: string,
  ) {
    const policy = policyText(grantsOf([capabilities, path]));
    const name = `of-${who.toLowerCase()}`;
    await told(this, { namespace, cluster, method: "POST", path: `sys/policies/acl/${name}` }, { policy });
    await this.secondariesCaughtUp(cluster);
    const made = await told(
      this,
      { namespace, cluster, method: "POST", path: "auth/token/create" },
      { policies: [name] },
    );
    this.clients.hold(who, cluster, String(made.body?.auth?.client_token));
  },
);

Then(
  "{person} sees the mounts {string} in the namespace {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, mounts: string, namespace: string, cluster: string) {
    const token = await this.clients.tokenOf(who, cluster);
    const request = { method: "GET", path: "sys/mounts", token, ...forNamespace(namespace) } as const;
    const { data } = (await this.cluster(cluster).ask(request)).body ?? {};
    expect(Object.keys(data ?? {}).sort()).to.deep.equal(mounts.split(", "));
  },
);
