import { Given, When } from "@cucumber/cucumber";
import type { RehearsalWorld } from "../../world.ts";

Given(
  "{person} holds a batch token of {cluster} without a parent",
  async function (this: RehearsalWorld, who: string, cluster: string) {
    const wish = { type: "batch", policies: ["default"], no_parent: true, ttl: "1h" };
    const { auth } = await this.cluster(cluster).write("auth/token/create", wish);
    this.person(who).token = String(auth?.client_token);
  },
);

Given(
  "{person} holds a batch token of {cluster} that {person} made",
  async function (this: RehearsalWorld, who: string, cluster: string, maker: string) {
    const { auth } = await this.cluster(cluster).write(
      "auth/token/create",
      { type: "batch", policies: ["default"] },
      this.person(maker).token,
    );
    this.person(who).token = String(auth?.client_token);
  },
);

When(
  "the token that {person} holds is revoked in {cluster}",
  async function (this: RehearsalWorld, who: string, cluster: string) {
    await this.cluster(cluster).write("auth/token/revoke", { token: this.person(who).token });
  },
);
