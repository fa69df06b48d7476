import { suite, test } from "node:test";
import { expect } from "chai";
import { requestPipeline } from "./request-pipeline.ts";

const names = requestPipeline.map(({ name }) => name);

/** The names of the steps of which this holds, in order. */
const where = (member: "whereAskedOnly" | "evenRefused") =>
  requestPipeline.filter((step) => step[member]).map(({ name }) => name);

suite("the request pipeline", () => {
  test("knows who asks and whether they may before it is audited, and is audited before it is done", () => {
    const order = ["route", "authenticate", "authorise", "audit the request", "decode", "serve here or forward"];
    expect(names.filter((name) => order.includes(name))).to.deep.equal(order);
  });

  test("wraps an answer before it is audited, and audits it before it goes out", () => {
    const order = ["serve here or forward", "wrap", "last use", "audit the answer", "quota headers", "index"];
    expect(names.slice(names.indexOf("serve here or forward"))).to.deep.equal(order);
  });

  test("sees to refused requests, too: a token's last use counts, and audit devices are told", () => {
    expect(where("evenRefused")).to.deep.equal(["last use", "audit the answer"]);
  });

  test("takes a forwarded request through all that the cluster that was asked cannot do for the primary", () => {
    const here = new Set(where("whereAskedOnly"));
    expect(names.filter((name) => !here.has(name))).to.deep.equal([
      "namespace",
      "route",
      "authenticate",
      "existence",
      "authorise",
      "audit the request",
      "decode",
      "judge what a secondary forwards",
      "serve here or forward",
      "audit the answer",
    ]);
  });
});
