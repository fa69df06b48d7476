import { Given } from "@cucumber/cucumber";
import type { RehearsalWorld } from "../../world.ts";
import { requestFields } from "../database/cells.ts";

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

Given(
  "{person} has a token of {cluster} that {person} created at {string} with {string}",
  async function (this: RehearsalWorld, who: string, cluster: string, maker: string, path: string, fields: string) {
    const body = requestFields(this, fields);
    const { auth } = await this.cluster(cluster).write(path, body, await this.clients.tokenOf(maker, cluster));
    const token = String(auth?.client_token);
    Object.assign(this.person(who), { auth, token });
    this.clients.hold(who, cluster, token);
    this.values.set(`token of ${who}`, token);
    this.values.set(`accessor of ${who}`, String(auth?.accessor));
  },
);
