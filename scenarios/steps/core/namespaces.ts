import { Given, Then, When } from "@cucumber/cucumber";
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

function parentOf(path: string): Readonly<{ namespace: string; name: string }> {
  const end = path.lastIndexOf("/");
  return { namespace: path.slice(0, Math.max(0, end)), name: path.slice(end + 1) };
}

Given("the namespace {string} in {cluster}", async function (this: RehearsalWorld, path: string, cluster: string) {
  const { namespace, name } = parentOf(path);
  await told(this, { namespace, cluster, method: "POST", path: `sys/namespaces/${name}` });
  await this.secondariesCaughtUp(cluster);
});

When(
  "the namespace {string} is deleted in {cluster}",
  async function (this: RehearsalWorld, path: string, cluster: string) {
    const { namespace, name } = parentOf(path);
    await told(this, { namespace, cluster, method: "DELETE", path: `sys/namespaces/${name}` });
  },
);

async function mount(
  world: RehearsalWorld,
  path: string,
  { namespace, cluster, local }: Omit<Asked, "path"> & { local: boolean },
) {
  await told(world, { namespace, cluster, method: "POST", path: `sys/mounts/${path}` }, { type: "kv", local });
  await world.secondariesCaughtUp(cluster);
}

Given(
  "a key-value engine is mounted at {string} in the namespace {string} in {cluster}",
  async function (this: RehearsalWorld, path: string, namespace: string, cluster: string) {
    await mount(this, path, { namespace, cluster, local: false });
  },
);

Given(
  "a local key-value engine is mounted at {string} in the namespace {string} in {cluster}",
  async function (this: RehearsalWorld, path: string, namespace: string, cluster: string) {
    await mount(this, path, { namespace, cluster, local: true });
  },
);

Given(
  "{person} wrote/writes {string} to {string} in the namespace {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, value: string, path: string, namespace: string, cluster: string) {
    const token = await this.clients.tokenOf(who, cluster);
    await told(this, { namespace, cluster, method: "POST", path, token }, { value });
  },
);

Then(
  "{person} reads {string} from {string} in the namespace {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, value: string, path: string, namespace: string, cluster: string) {
    await this.eventually(async () => {
      const token = await this.clients.tokenOf(who, cluster);
      expect((await told(this, { namespace, cluster, path, token })).body?.data).to.deep.equal({ value });
    });
  },
);

Then(
  "nothing is at {string} in the namespace {string} in {cluster} after a while",
  async function (this: RehearsalWorld, path: string, namespace: string, cluster: string) {
    await this.aWhile();
    const reply = await this.cluster(cluster).askAsOperator({ method: "GET", path, ...forNamespace(namespace) });
    expect(reply.status).to.equal(404);
    expect(reply.body?.data ?? null).to.equal(null);
  },
);

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
