import { type DataTable, Then } from "@cucumber/cucumber";
import { expect } from "chai";
import type { ApiRequest } from "#harness/api/request.ts";
import { fieldsOf, filled } from "../../values.ts";
import type { RehearsalWorld } from "../../world.ts";

function forNamespace(namespace = ""): Pick<ApiRequest, "headers"> {
  return namespace === "" ? {} : { headers: { "x-vault-namespace": namespace } };
}

const methods: Readonly<Record<string, ApiRequest["method"]>> = {
  read: "GET",
  list: "LIST",
  write: "POST",
  delete: "DELETE",
};

/** Returns the outcome of a request as tables of steps name it. */
function outcomeOf(status: number): string {
  if (status < 300) return "allowed";
  if (status === 403) return "denied";
  return status === 404 ? "not found" : "refused";
}

Then(
  "{cluster} decides on these requests of {person}:",
  async function (this: RehearsalWorld, cluster: string, who: string, table: DataTable) {
    const token = await this.clients.tokenOf(who, cluster);
    for (const { request = "", with: fields, namespace, "wrapped for": ttl, outcome } of table.hashes()) {
      const [verb = "", path = ""] = (await filled(this, request)).split(" ");
      const method = methods[verb];
      if (!method) throw new Error(`a request is to ${Object.keys(methods).join(", ")}, not to ${verb}`);
      const { headers = {} } = forNamespace(namespace);
      const { status, body } = await this.cluster(cluster).ask({
        method,
        path,
        token,
        headers: ttl ? { ...headers, "x-vault-wrap-ttl": ttl } : headers,
        ...(fields ? { body: await fieldsOf(this, fields) } : {}),
      });
      const what = `${request} ${fields ?? ""} ${namespace ?? ""} ${ttl ?? ""}: ${status} ${body?.errors?.join("; ") ?? ""}`;
      expect(outcomeOf(status), what).to.equal(outcome);
    }
  },
);
