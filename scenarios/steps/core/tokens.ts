import { Given } from "@cucumber/cucumber";
import type { RehearsalWorld } from "../../world.ts";

Given(
  "{person} has an orphan batch token of {cluster} that is valid for {string}",
  async function (this: RehearsalWorld, who: string, cluster: string, ttl: string) {
    const wish = { type: "batch", policies: ["default"], no_parent: true, ttl };
    const { auth } = await this.cluster(cluster).write("auth/token/create", wish);
    this.clients.hold(who, cluster, String(auth?.client_token));
  },
);

Given(
  "{person} has a batch token of {cluster} that {person} created",
  async function (this: RehearsalWorld, who: string, cluster: string, maker: string) {
    const { auth } = await this.cluster(cluster).write(
      "auth/token/create",
      { type: "batch", policies: ["default"] },
      await this.clients.tokenOf(maker, cluster),
    );
    this.clients.hold(who, cluster, String(auth?.client_token));
  },
);
