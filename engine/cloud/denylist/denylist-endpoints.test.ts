import { suite, test } from "node:test";
import { expect } from "chai";
import { encodeBase64, encodeBase64Url } from "../../api/values/base64.ts";
import { mountedCloud } from "../mounted.suite.ts";

const escaped = (value: string) => value.split("/").map(encodeURIComponent).join("/");

const forms: readonly (readonly [name: string, form: (value: string) => string])[] = [
  ["unchanged", (value) => value],
  ["escaped", encodeURIComponent],
  ["escaped except for slashes", escaped],
  ["in base64", encodeBase64],
  ["in base64, escaped", (value) => encodeURIComponent(encodeBase64(value))],
  ["in base64 for URLs", encodeBase64Url],
];

const monthSeconds = 2_764_800;
const start = 1_767_225_600_000;
const text = (seconds: number) => new Date(start + seconds * 1000).toISOString().replace("000Z", "000000000Z");

suite("the deny list", () => {
  for (const [written, write] of forms) {
    test(`CLOUD-DENY-01, -02, -03, -05, -06: accepts a tag ${written}, and finds it in every form`, async () => {
      const { data, done, listed, outcome, tag } = await mountedCloud();
      const [value, other] = [await tag(), await tag()];
      for (const [, erase] of forms) {
        await done("POST", `roletag-denylist/${write(value)}`);
        expect(await listed()).to.deep.equal([value]);
        for (const [, read] of forms) {
          expect(await data("GET", `roletag-denylist/${read(value)}`)).to.deep.equal({
            creation_time: text(0),
            expiration_time: text(monthSeconds),
          });
          expect(await outcome("GET", `roletag-denylist/${read(other)}`)).to.deep.equal([404, undefined]);
        }
        await done("DELETE", `roletag-denylist/${erase(value)}`);
        expect(await listed()).to.deep.equal([]);
      }
    });
  }

  test("CLOUD-DENY-09: has separate entries for tags", async () => {
    const { done, listed, tag } = await mountedCloud();
    const values = [await tag(), await tag(), await tag()].sort();
    for (const value of values) await done("POST", `roletag-denylist/${value}`);
    expect(await listed()).to.deep.equal(values);
    await done("DELETE", `roletag-denylist/${values[1]}`);
    expect(await listed()).to.deep.equal([values[0], values[2]]);
  });

  test("a tag that is denied again keeps its creation time and expires later", async () => {
    const { clock, data, done, listed, tag } = await mountedCloud();
    const value = await tag();
    await done("POST", `roletag-denylist/${value}`);
    await clock.pass(60);
    await done("POST", `roletag-denylist/${encodeBase64(value)}`);
    expect(await listed()).to.deep.equal([value]);
    const entry = { creation_time: text(0), expiration_time: text(60 + monthSeconds) };
    expect(await data("GET", `roletag-denylist/${value}`)).to.deep.equal(entry);
  });

  test("an entry expires after the longest of the mount's, the role's and the tag's maximum TTL", async () => {
    const { ask, data, done, tag } = await mountedCloud();
    const seconds = async (value: string) => {
      await done("POST", `roletag-denylist/${value}`);
      const { creation_time, expiration_time } = await data("GET", `roletag-denylist/${value}`);
      return (Date.parse(String(expiration_time)) - Date.parse(String(creation_time))) / 1000;
    };
    const value = await tag({ max_ttl: "40d" });
    expect(await seconds(await tag({ max_ttl: 60 }))).to.equal(monthSeconds);
    expect(await seconds(value)).to.equal(40 * 86_400);
    await ask("POST", "role/web", { token_max_ttl: "50d" });
    expect(await seconds(value)).to.equal(50 * 86_400);
  });

  test("a text that is not a tag of an existing role is refused, and nothing is stored", async () => {
    const { done, listed, outcome, tag } = await mountedCloud();
    const value = await tag();
    const refused = (path: string) => outcome("POST", `roletag-denylist/${path}`);
    expect(await refused("text")).to.deep.equal([400, "invalid tag"]);
    expect(await refused(encodeBase64("text"))).to.deep.equal([400, "invalid tag"]);
    expect(await refused(value.slice(0, -46))).to.deep.equal([400, "invalid tag"]);
    expect(await refused(value.slice(1))).to.deep.equal([400, "invalid role tag version"]);
    const failed = [400, "role tag signature verification failed"];
    expect(await refused(value.replace("d=false", "d=true"))).to.deep.equal(failed);
    expect(await refused(encodeBase64(value.replace("d=false", "d=true")))).to.deep.equal(failed);
    await done("DELETE", "role/web");
    expect(await refused(value)).to.deep.equal([400, `entry not found for "web"`]);
    expect(await listed()).to.deep.equal([]);
  });

  test("an entry outlives its role, and can be deleted without it", async () => {
    const { done, listed, tag } = await mountedCloud();
    const value = await tag();
    await done("POST", `roletag-denylist/${value}`);
    await done("DELETE", "role/web");
    expect(await listed()).to.deep.equal([value]);
    await done("DELETE", `roletag-denylist/${value}`);
    expect(await listed()).to.deep.equal([]);
  });

  test("CLOUD-URL-01, -07: is the same under both names", async () => {
    const { data, done, listed, tag } = await mountedCloud();
    const value = await tag();
    const names = ["roletag-denylist", "roletag-blacklist"];
    for (const [one = "", other = ""] of [names, names.toReversed()]) {
      await done("POST", `${one}/${value}`);
      expect(await listed(other)).to.deep.equal([value]);
      expect(await data("GET", `${other}/${value}`)).to.deep.equal(await data("GET", `${one}/${value}`));
      await done("DELETE", `${other}/${encodeBase64(value)}`);
      expect(await listed(one)).to.deep.equal([]);
    }
  });
});
