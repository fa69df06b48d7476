import { suite, test } from "node:test";
import { expect } from "chai";
import { z } from "zod";
import { field } from "../field.ts";
import { resourceOf } from "./resource-fields.ts";

type Stored = Readonly<{ seconds: number; labels: readonly string[]; madeAt: number }>;

const resource = resourceOf<Stored>();
const fields = resource.fields({
  ttl: resource.field({
    member: "seconds",
    input: field.seconds,
    output: z.string(),
    unset: 7,
    shown: (seconds) => `${seconds}s`,
  }),
  labels: resource.field({
    member: "labels",
    input: field.list,
    output: z.array(z.string()),
    unset: [],
    kept: (given) => given.toSorted(),
    patched: (given, old) => [...old, ...given],
  }),
});
const stored: Stored = { seconds: 60, labels: ["a"], madeAt: 1 };

suite("the fields of a stored resource", () => {
  test("derive the schemas of writes, patches and output", () => {
    expect(z.object(fields.writing).parse({ ttl: "1m" })).to.deep.equal({ ttl: 60 });
    expect(z.object(fields.writing).safeParse({ ttl: null }).success).to.equal(false);
    expect(z.object(fields.patching).parse({ ttl: null, labels: "b,c" })).to.deep.equal({
      ttl: null,
      labels: ["b", "c"],
    });
    expect(z.object(fields.output).parse(fields.shown(stored))).to.deep.equal({ ttl: "60s", labels: ["a"] });
  });

  test("keep values that a write omits, and ignore unknown names", () => {
    expect(fields.written(stored, { labels: ["c", "b"], path: "x" })).to.deep.equal({ ...stored, labels: ["b", "c"] });
  });

  test("are patched from their stored value, and reset to the default by null", () => {
    expect(fields.patched(stored, { labels: ["b"], ttl: null })).to.deep.equal({
      seconds: 7,
      labels: ["a", "b"],
      madeAt: 1,
    });
  });
});
