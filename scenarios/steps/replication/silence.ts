import { Then } from "@cucumber/cucumber";
import { expect } from "chai";
import type { RehearsalWorld } from "../../world.ts";

Then(
  "{cluster} and {cluster} stay connected for {int} seconds",
  async function (this: RehearsalWorld, primary: string, secondary: string, seconds: number) {
    for (let second = 1; second <= seconds; second++) {
      await this.stage.pass(1000);
      const { secondaries } = await this.cluster(primary).status();
      expect(secondaries?.[0]?.connection_status, `at second ${second}`).to.equal("connected");
      expect((await this.cluster(secondary).status()).connection_state, `at second ${second}`).to.equal("ready");
    }
  },
);
