import { suite, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../api/json.ts";
import { mountedCloud } from "../mounted.suite.ts";

const [hour, month] = [3600, 2_764_800];
const lists = ["roletag-denylist", "identity-accesslist"] as const;
const deprecated = { "roletag-denylist": "roletag-blacklist", "identity-accesslist": "identity-whitelist" } as const;

suite("tidy settings", () => {
  for (const list of lists) {
    const path = `config/tidy/${list}`;
    test(`CLOUD-TIDYCFG-01, -03, -05, -06: those of the ${list} are read as written, and the rest has defaults`, async () => {
      const { data, done, outcome } = await mountedCloud();
      expect(await outcome("GET", path)).to.deep.equal([404, undefined]);
      const writes: readonly (readonly [JsonObject, JsonObject])[] = [
        [{}, { safety_buffer: 72 * hour, disable_periodic_tidy: false }],
        [{ disable_periodic_tidy: true }, { safety_buffer: 72 * hour, disable_periodic_tidy: true }],
        [{ safety_buffer: "5h" }, { safety_buffer: 5 * hour, disable_periodic_tidy: true }],
        [
          { safety_buffer: 0, disable_periodic_tidy: "false" },
          { safety_buffer: 0, disable_periodic_tidy: false },
        ],
      ];
      for (const [written, read] of writes) {
        await done("POST", path, written);
        expect(await data("GET", path)).to.deep.equal(read);
      }
    });

    test(`CLOUD-TIDYCFG-02, -04, -07: those of the ${list} can be deleted, and the others remain`, async () => {
      const { data, done, outcome } = await mountedCloud();
      const other = `config/tidy/${lists.find((name) => name !== list)}`;
      await done("POST", path, { safety_buffer: 1 });
      expect(await outcome("GET", other)).to.deep.equal([404, undefined]);
      await done("POST", other, { safety_buffer: 2 });
      expect(await data("GET", path)).to.include({ safety_buffer: 1 });
      await done("DELETE", path);
      await done("DELETE", path);
      expect(await outcome("GET", path)).to.deep.equal([404, undefined]);
      expect(await data("GET", other)).to.include({ safety_buffer: 2 });
    });

    test(`CLOUD-TIDYCFG-13: invalid settings of the ${list} are refused`, async () => {
      const { data, done, outcome } = await mountedCloud();
      await done("POST", path, { safety_buffer: "1h" });
      const refusals = [
        [{ safety_buffer: "soon" }, "safety_buffer"],
        [{ safety_buffer: -1 }, "safety_buffer"],
        [{ disable_periodic_tidy: "perhaps" }, "disable_periodic_tidy"],
      ] as const;
      for (const [fields, name] of refusals) {
        const [status, error] = await outcome("POST", path, fields);
        expect(status).to.equal(400);
        expect(error).to.contain(`error converting input for field "${name}"`);
      }
      expect(await data("GET", path)).to.deep.equal({ safety_buffer: hour, disable_periodic_tidy: false });
    });

    test(`CLOUD-URL-05, -06, -07: those of the ${list} have a deprecated path`, async () => {
      const { data, done, outcome } = await mountedCloud();
      const old = `config/tidy/${deprecated[list]}`;
      await done("POST", old, { safety_buffer: 7 });
      expect(await data("GET", path)).to.include({ safety_buffer: 7 });
      await done("POST", path, { safety_buffer: 8 });
      expect(await data("GET", old)).to.include({ safety_buffer: 8 });
      await done("DELETE", old);
      expect(await outcome("GET", path)).to.deep.equal([404, undefined]);
    });
  }
});

async function denied() {
  const mounted = await mountedCloud();
  const value = await mounted.tag();
  await mounted.done("POST", `roletag-denylist/${value}`);
  return {
    ...mounted,
    value,
    async tidy(fields: JsonObject = {}, list: string = lists[0]): Promise<void> {
      const { status, body } = await mounted.ask("POST", `tidy/${list}`, fields);
      expect(status).to.equal(202);
      expect(body?.warnings).to.deep.equal([
        "Tidy operation successfully started. Any information from the operation will be printed to Vault's server logs.",
      ]);
      await mounted.pass(0);
    },
    async wait(seconds: number): Promise<void> {
      const settings = "config/tidy/roletag-denylist";
      await mounted.done("POST", settings, { disable_periodic_tidy: true });
      await mounted.pass(seconds);
      await mounted.done("DELETE", settings);
    },
  };
}

suite("tidying the deny list", () => {
  test("CLOUD-TIDY-01, -04: on demand, removes entries that expired longer ago than the buffer, and nothing else", async () => {
    const { done, listed, wait, tag, tidy, value } = await denied();
    await wait(month - 1);
    await tidy({ safety_buffer: 0 });
    expect(await listed()).to.deep.equal([value]);
    await wait(1 + hour);
    const young = await tag();
    await done("POST", `roletag-denylist/${young}`);
    await tidy({ safety_buffer: "1h" });
    expect(await listed()).to.have.members([value, young]);
    await wait(1);
    await tidy({ safety_buffer: "1h" });
    expect(await listed()).to.deep.equal([young]);
  });

  test("CLOUD-TIDY-03: on demand without a buffer, the buffer is three days, whatever the settings", async () => {
    const { done, listed, wait, tidy, value } = await denied();
    await done("POST", "config/tidy/roletag-denylist", { safety_buffer: 0, disable_periodic_tidy: true });
    await wait(month + 72 * hour - 60);
    await done("POST", "config/tidy/roletag-denylist", { safety_buffer: 0, disable_periodic_tidy: true });
    await tidy();
    expect(await listed()).to.deep.equal([value]);
    await wait(61);
    await tidy();
    expect(await listed()).to.deep.equal([]);
  });

  test("CLOUD-TIDY-06, CLOUD-TIDYCFG-10: on demand, neither uses nor changes settings", async () => {
    const { data, done, listed, pass, tidy } = await denied();
    const settings = { safety_buffer: 100 * hour, disable_periodic_tidy: true };
    await done("POST", "config/tidy/roletag-denylist", settings);
    await pass(month + hour);
    await tidy({ safety_buffer: 1 });
    expect(await listed()).to.deep.equal([]);
    expect(await data("GET", "config/tidy/roletag-denylist")).to.deep.equal(settings);
  });

  test("CLOUD-URL-04: can be requested by the deprecated path", async () => {
    const { listed, wait, tidy } = await denied();
    await wait(month + hour);
    await tidy({ safety_buffer: 60 }, "roletag-blacklist");
    expect(await listed()).to.deep.equal([]);
  });

  test("runs for both of two concurrent requests", async () => {
    const { ask, listed, pass, wait } = await denied();
    await wait(month + hour);
    await ask("POST", "tidy/roletag-denylist", { safety_buffer: 60 });
    await ask("POST", "tidy/roletag-denylist", { safety_buffer: "1000h" });
    await pass(0);
    expect(await listed()).to.deep.equal([]);
  });

  test("CLOUD-TIDY-07: runs every hour, and removes entries three days after their expiry", async () => {
    const { listed, pass, value } = await denied();
    await pass(month);
    for (let hours = 1; hours <= 72; hours++) {
      await pass(hour);
      expect(await listed()).to.deep.equal([value]);
    }
    await pass(hour);
    expect(await listed()).to.deep.equal([]);
  });

  test("CLOUD-TIDYCFG-08, -12: runs periodically with the configured buffer, unless it is disabled", async () => {
    const { done, listed, pass, value } = await denied();
    const settings = "config/tidy/roletag-denylist";
    await done("POST", settings, { safety_buffer: "2h", disable_periodic_tidy: true });
    for (const seconds of [month, hour, hour, hour, 80 * hour]) await pass(seconds);
    expect(await listed()).to.deep.equal([value]);
    await done("POST", settings, { safety_buffer: "100h", disable_periodic_tidy: false });
    await pass(hour);
    expect(await listed()).to.deep.equal([value]);
    await done("POST", settings, { safety_buffer: "84h" });
    await pass(hour);
    expect(await listed()).to.deep.equal([]);
  });

  test("CLOUD-TIDYCFG-11: runs with the defaults after its settings are deleted", async () => {
    const { done, listed, pass, value } = await denied();
    const settings = "config/tidy/roletag-denylist";
    await done("POST", settings, { safety_buffer: "1000h", disable_periodic_tidy: true });
    await pass(month + 80 * hour);
    await pass(hour);
    expect(await listed()).to.deep.equal([value]);
    await done("DELETE", settings);
    await pass(hour);
    expect(await listed()).to.deep.equal([]);
  });

  test("runs page by page, however many entries there are", async () => {
    const { done, listed, wait, tag, tidy } = await denied();
    for (let count = 1; count < 1100; count++) await done("POST", `roletag-denylist/${await tag()}`);
    await wait(month + hour);
    const young = await tag();
    await done("POST", `roletag-denylist/${young}`);
    await tidy({ safety_buffer: 60 });
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(await listed()).to.deep.equal([young]);
  });
});
