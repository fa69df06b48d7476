import { suite, test } from "node:test";
import { expect } from "chai";
import { requestPipeline } from "./request-pipeline.ts";

const names = requestPipeline.map(({ name }) => name);

const where = (member: "receivingClusterOnly" | "runsOnFailure") =>
  requestPipeline.filter((step) => step[member]).map(({ name }) => name);

suite("the request pipeline", () => {
  test("authenticates and authorizes a request before auditing it, and audits it before serving it", () => {
    const order = ["route", "authenticate", "authorise", "audit the request", "decode", "serve here or forward"];
    expect(names.filter((name) => order.includes(name))).to.deep.equal(order);
  });

  test("wraps an answer before auditing it, and audits it before sending it", () => {
    const order = ["serve here or forward", "wrap", "last use", "audit the answer", "quota headers", "index"];
    expect(names.slice(names.indexOf("serve here or forward"))).to.deep.equal(order);
  });

  test("counts the last use of a token and audits the answer for refused requests too", () => {
    expect(where("runsOnFailure")).to.deep.equal(["last use", "audit the answer"]);
  });

  test("skips the steps of a forwarded request that the forwarding cluster has done", () => {
    const here = new Set(where("receivingClusterOnly"));
    expect(names.filter((name) => !here.has(name))).to.deep.equal([
      "namespace",
      "route",
      "authenticate",
      "existence",
      "authorise",
      "audit the request",
      "decode",
      "check a forwarded request",
      "serve here or forward",
      "audit the answer",
    ]);
  });
});
