import { type DataTable, Given, Then } from "@cucumber/cucumber";
import { expect } from "chai";
import type { ApiRequest } from "#harness/stages/stage.ts";
import { fieldsOf } from "../../fields.ts";
import type { RehearsalWorld } from "../../world.ts";

/** Which namespace a request is for; the root without a name. */
export function forNamespace(namespace = ""): Pick<ApiRequest, "headers"> {
  return namespace === "" ? {} : { headers: { "x-vault-namespace": namespace } };
}

Given(
  "{person} is a client of {cluster} with the policy:",
  async function (this: RehearsalWorld, who: string, cluster: string, policy: string) {
    this.clients.hold(who, cluster, await this.tokenWithPolicy(who, policy, cluster));
  },
);

Then(
  "{cluster} answers {person} these:",
  async function (this: RehearsalWorld, cluster: string, who: string, table: DataTable) {
    const token = await this.actingToken(who, cluster);
    for (const { request = "", with: fields, namespace, "wrapped for": ttl, status } of table.hashes()) {
      const [method, path = ""] = request.split(" ");
      const { headers = {} } = forNamespace(namespace);
      const { status: told, body } = await this.cluster(cluster).ask({
        method: method as ApiRequest["method"],
        path,
        token,
        headers: ttl ? { ...headers, "x-vault-wrap-ttl": ttl } : headers,
        ...(fields ? { body: fieldsOf(fields) } : {}),
      });
      const what = `${request} ${fields ?? ""} ${namespace ?? ""} ${ttl ?? ""}: ${body?.errors?.join("; ") ?? ""}`;
      expect(told, what).to.equal(Number(status));
    }
  },
);
