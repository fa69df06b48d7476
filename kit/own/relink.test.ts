import { test } from "node:test";
import { setTimeout as passed } from "node:timers/promises";
import { expect } from "chai";
import { callOver } from "#harness/api/http-call.ts";
import type { ApiRequest } from "#harness/api/request.ts";
import { frontRelays } from "#harness/faults/front-relays.ts";
import { parseTarget } from "#harness/targets/target-file.ts";
import { ownClusters } from "./clusters.ts";
import { rehearse } from "./rehearse.suite.ts";

const performance = "sys/replication/performance";

test("with mayRelink, scenarios on shared clusters change their roles, which are restored afterwards", async () => {
  await using clusters = await ownClusters();
  const target = parseTarget(JSON.stringify(clusters.target), "target.json");
  const ask = async (name: string, request: ApiRequest) => {
    const { api = "" } = target.clusters.find((one) => one.name === name) ?? {};
    const { UNDERSTUDY_ROOT_TOKEN: token = "" } = clusters.environment;
    return await callOver(api, { ...request, token });
  };
  const post = async (name: string, path: string, body: Readonly<Record<string, unknown>> = {}) => {
    const reply = await ask(name, { method: "POST", path, body });
    expect(reply.status, `${path}: ${reply.body?.errors?.join()}`).to.be.lessThan(300);
    return reply;
  };
  const relays = () =>
    frontRelays(target.clusters.map(({ name, relays, connectsFrom: from }) => ({ name, relays, from })));
  /** Roles of the clusters, once they are connected. */
  const roles = async () => {
    const found: Record<string, unknown> = {};
    for (const { name } of target.clusters) {
      for (const end = Date.now() + 20_000; Date.now() < end; await passed(100)) {
        const { mode, state, secondary_id, primary_cluster_addr } =
          (await ask(name, { method: "GET", path: `${performance}/status` })).body?.data ?? {};
        found[name] = { mode, secondary_id, primary_cluster_addr };
        if (mode === "primary" || state === "stream-wals") break;
      }
    }
    return found;
  };
  const filterPath = async () => {
    const { cluster_id } = (await ask("Lima", { method: "GET", path: `${performance}/status` })).body?.data ?? {};
    return `${performance}/primary/paths-filter/${cluster_id}`;
  };
  const stateBefore = await (async () => {
    await using _ = await relays();
    await post("Oslo", `${performance}/primary/enable`);
    for (const [name, id] of [["Lima", "reserve"] as const, ["Kyoto", "kyoto"] as const]) {
      const { body } = await post("Oslo", `${performance}/primary/secondary-token`, { id });
      await post(name, `${performance}/secondary/enable`, { token: body?.wrap_info?.token });
    }
    const before = await roles();
    await post("Oslo", "sys/mounts/kept", { type: "kv" });
    await post("Oslo", "kept/sky", { value: "blue" });
    await post("Oslo", await filterPath(), { mode: "deny", paths: ["kept/"] });
    return before;
  })();

  const ids = ["REPL-DEMOTE-01", "REPL-PROMOTE-05", "REPL-SDISABLE-04", "REPL-FILTER-06"];
  const lasting = { reset: "clear", lacks: ["database", "cloud"] };
  const { verdicts, played } = await rehearse(clusters, ids, { ...lasting, mayRelink: true });
  expect(played.scenarios).to.include({ failed: 0, notPlayed: 0 });
  for (const id of ids) expect(verdicts[id].verdict, id).to.equal("held");

  await using _ = await relays();
  expect(await roles()).to.deep.equal(stateBefore);
  expect((await ask("Oslo", { method: "GET", path: "kept/sky" })).body?.data).to.deep.equal({ value: "blue" });
  expect((await ask("Kyoto", { method: "GET", path: "kept/sky" })).body?.data).to.deep.equal({ value: "blue" });
  const filter = await ask("Oslo", { method: "GET", path: await filterPath() });
  expect(filter.body?.data).to.deep.include({ mode: "deny", paths: ["kept/"] });
});
