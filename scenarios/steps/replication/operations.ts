import { When } from "@cucumber/cucumber";
import { fieldsOf } from "../../fields.ts";
import type { RehearsalWorld } from "../../world.ts";
import { filled } from "../database/cells.ts";
import { askReplication } from "./ask-replication.ts";

When("{client} tries to promote {cluster}", async function (this: RehearsalWorld, who: string, cluster: string) {
  await askReplication(this, { who, cluster, path: "secondary/promote" });
});

When(
  "{client} tries to promote {cluster} with force {string}",
  async function (this: RehearsalWorld, who: string, cluster: string, force: string) {
    await askReplication(this, { who, cluster, path: "secondary/promote", body: { force: force === "true" } });
  },
);

// Names of operations in the documents, such as "primary demote" or "secondary update-primary".
When(
  "{client} tries the operation {string} in {cluster} with {string}",
  async function (this: RehearsalWorld, who: string, operation: string, cluster: string, words: string) {
    const { token, ...fields } = fieldsOf(filled(this, words));
    const [, giver] = /^a good one of (\w+)$/.exec(token ?? "") ?? [];
    const given = token === undefined ? {} : { token };
    const answered = token === "that of the answer" ? { token: this.last.body?.wrap_info?.token ?? "" } : given;
    const good = giver === undefined ? answered : { token: await this.cluster(giver).secondaryToken("spare") };
    await askReplication(this, { who, cluster, path: operation.replace(" ", "/"), body: { ...fields, ...good } });
  },
);
