import { Then, When } from "@cucumber/cucumber";
import { expectEmptyList } from "../../expect-empty-list.ts";
import type { RehearsalWorld } from "../../world.ts";
import { usersOf } from "./login.ts";

When(
  "the static role {string} is rotated in {cluster}, which crashes {moment} and is started again",
  async function (this: RehearsalWorld, role: string, cluster: string, failpoint: string) {
    const actor = this.cluster(cluster);
    await actor.crashAt(failpoint, () => actor.write(`database/rotate-role/${role}`));
  },
);

When(
  "{int} hours pass, and {cluster} crashes {moment} and is started again",
  async function (this: RehearsalWorld, hours: number, cluster: string, failpoint: string) {
    await this.cluster(cluster).crashAt(failpoint, () => this.stage.pass(hours * 3_600_000));
  },
);

When(
  "the static role {string} of the user {string} is created in {cluster}, which crashes {moment} and is started again",
  async function (this: RehearsalWorld, role: string, user: string, cluster: string, failpoint: string) {
    const actor = this.cluster(cluster);
    const fields = { db_name: "main", username: this.databases.nameOf(user), rotation_period: "24h" };
    await actor.crashAt(failpoint, () => actor.write(`database/static-roles/${role}`, fields));
  },
);

When(
  "the root credentials of the connection are rotated in {cluster}, which crashes {moment} and is started again",
  async function (this: RehearsalWorld, cluster: string, failpoint: string) {
    const actor = this.cluster(cluster);
    await actor.crashAt(failpoint, () => actor.write("database/rotate-root/main"));
  },
);

When(
  "{person} requests dynamic credentials of role {string} from {cluster}, which crashes {moment} and is started again",
  async function (this: RehearsalWorld, who: string, role: string, cluster: string, failpoint: string) {
    const actor = this.cluster(cluster);
    const token = await this.clients.tokenOf(who, cluster);
    this.databases.usersBefore = await usersOf(this);
    await actor.crashAt(failpoint, () => actor.read(`database/creds/${role}`, token));
  },
);

Then(
  "soon there is no lease of role {string} in {cluster}",
  async function (this: RehearsalWorld, role: string, cluster: string) {
    const path = `sys/leases/lookup/database/creds/${role}`;
    await this.eventually(() => expectEmptyList(this, cluster, path));
  },
);
