import { suite, test } from "node:test";
import { expect } from "chai";
import type { NewEvent } from "#harness/history/event.ts";
import { command, frame, mounted, request } from "./example.ts";
import { filteredOnTheWire } from "./filtered-on-the-wire.ts";
import { verdictOf } from "./verdict-of.suite.ts";

const path = "sys/replication/performance/primary/paths-filter/lima";
const sighting: NewEvent = {
  type: "sighting",
  ...{ canary: "canary-1", where: "wire", cluster: "Oslo", to: "Lima", form: "clear" },
};

function verdict(...before: readonly NewEvent[]): string {
  const events: readonly NewEvent[] = [
    ...mounted("Oslo"),
    { type: "canary", canary: "canary-1", kind: "value", cluster: "Oslo", path: "colours/sky" },
    frame("Lima", "Oslo", "introduction", { id: "lima" }),
    ...command("Oslo", "primary/paths-filter/lima", { body: { mode: "deny", paths: ["colours/"] } }),
  ];
  return verdictOf(filteredOnTheWire, [...events, ...before, sighting]);
}

suite("a value that a filter excludes", () => {
  test("may not be sent", () => {
    expect(verdict()).to.equal("broken");
  });

  test("may be sent from the request on that removes or replaces the filter, before its response", () => {
    expect(verdict(request("Oslo", `DELETE ${path}`))).to.equal("held");
    expect(verdict(request("Oslo", `POST ${path}`, { body: { mode: "allow", paths: ["colours/"] } }))).to.equal("held");
  });

  test("may not be sent after a request about another secondary, to another cluster, or that reads the filter", () => {
    expect(verdict(request("Oslo", `DELETE ${path.replace("lima", "kyoto")}`))).to.equal("broken");
    expect(verdict(request("Lima", `DELETE ${path}`))).to.equal("broken");
    expect(verdict(request("Oslo", `GET ${path}`))).to.equal("broken");
  });

  test("may be sent while the secondary asks to be enabled under a second id", () => {
    const introduction = (about: object) => frame("Lima", "Oslo", "introduction", { ...about });
    const asks = introduction({ id: "lima", isEnabled: true });
    const used = introduction({ id: "lima-2" });
    expect(verdict(used)).to.equal("held");
    expect(verdict(used, asks)).to.equal("held");
    expect(verdict(used, asks, introduction({ id: "lima" }))).to.equal("broken");
    expect(verdict(asks)).to.equal("broken");
  });
});
