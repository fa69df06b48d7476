import { suite, test } from "node:test";
import { setTimeout as passed } from "node:timers/promises";
import { expect } from "chai";
import { refusal, vault } from "./setting.ts";

const performance = "sys/replication/performance";
const [lima, kyoto] = ["Lima", "Kyoto"];

suite("replication, by its paths", () => {
  test("a secondary is enabled with a wrapped token, has what the primary writes, and is promoted", async () => {
    const [primary, secondary] = [vault({ cluster: lima }), vault({ cluster: kyoto })];
    await primary.write(`${performance}/primary/enable`, {});
    await eventually(lima, { mode: "primary" });
    const { wrap_info, data } = await primary.write(`${performance}/primary/secondary-token`, { id: "node-kyoto" });
    expect([data, wrap_info.ttl]).to.deep.equal([null, 1800]);
    await primary.write("secret/data/node/before", { data: { n: 1 } });
    await secondary.write(`${performance}/secondary/enable`, { token: wrap_info.token });
    await eventually(kyoto, { mode: "secondary", state: "stream-wals" });
    expect((await secondary.read("secret/data/node/before")).data.data).to.deep.equal({ n: 1 });
    await secondary.write("secret/data/node/forwarded", { data: { n: 2 } });
    expect((await primary.read("secret/data/node/forwarded")).data.data).to.deep.equal({ n: 2 });
    expect((await primary.read(`${performance}/status`)).data.known_secondaries).to.deep.equal(["node-kyoto"]);

    await primary.write(`${performance}/primary/demote`, {});
    await eventually(lima, { mode: "secondary" });
    await promote();
    await eventually(kyoto, { mode: "primary" });
    await secondary.write("secret/data/node/after", { data: { n: 3 } });
    const { wrap_info: back } = await secondary.write(`${performance}/primary/secondary-token`, { id: "node-lima" });
    await primary.write(`${performance}/secondary/update-primary`, { token: back.token });
    await eventually(lima, { mode: "secondary", state: "stream-wals" });
    expect((await primary.read("secret/data/node/after")).data.data).to.deep.equal({ n: 3 });

    await primary.write(`${performance}/secondary/disable`, {});
    await secondary.write(`${performance}/primary/disable`, {});
    await eventually(lima, { mode: "disabled" });
    await eventually(kyoto, { mode: "disabled" });
  });

  test("invalid requests are refused", async () => {
    expect((await refusal(vault().write(`${performance}/secondary/promote`, {}))).status).to.equal(400);
    expect((await refusal(vault().write(`${performance}/primary/secondary-token`, {}))).status).to.equal(400);
  });
});

async function eventually(cluster: string, wanted: Readonly<Record<string, string>>): Promise<void> {
  let status: unknown;
  for (let tries = 0; tries < 100; tries++) {
    const { data } = await vault({ cluster, token: "none" }).read(`${performance}/status`);
    if (Object.entries(wanted).every(([name, value]) => data[name] === value)) return;
    status = data;
    await passed(100);
  }
  expect(status).to.include(wanted);
}

async function promote(): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await vault({ cluster: kyoto }).write(`${performance}/secondary/promote`, {});
      return;
    } catch (error) {
      if (tries > 100) throw error;
      await passed(100);
    }
  }
}
