import { When } from "@cucumber/cucumber";
import { fieldsOf } from "../../fields.ts";
import type { RehearsalWorld } from "../../world.ts";
import { askAsRoot } from "./ask-as-root.ts";

When("somebody asks to promote {cluster}", async function (this: RehearsalWorld, cluster: string) {
  await askAsRoot(this, cluster, "secondary/promote");
});

When(
  "somebody asks to promote {cluster} with force {string}",
  async function (this: RehearsalWorld, cluster: string, force: string) {
    await askAsRoot(this, cluster, "secondary/promote", { force: force === "true" });
  },
);

When(
  "somebody asks {cluster} for {string} with {string}",
  async function (this: RehearsalWorld, cluster: string, request: string, words: string) {
    const { token, ...fields } = fieldsOf(words);
    const good = token === "a good one" ? { token: await this.cluster("Oslo").secondaryToken("spare") } : {};
    await askAsRoot(this, cluster, request, { ...fields, ...good });
  },
);
