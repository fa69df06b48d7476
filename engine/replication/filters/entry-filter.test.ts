import { test } from "node:test";
import { expect } from "chai";
import { entryFilter, filteredEntry } from "./entry-filter.ts";

const filtered = [
  { name: "mount/m1", path: "app/" },
  { name: "mount/m3", path: "north/ice/" },
  { name: "namespace/n1", path: "south/" },
];

test("what a filtered mount or namespace stored stays, and what is written of it", () => {
  const held = entryFilter(filtered);
  const stays = [
    "shared/mount/m1/secret",
    "shared/core/mount/m1",
    "shared/namespace/n2/mount/m3",
    "shared/core/namespace/n1",
    "shared/namespace/n1/policy/painter",
    "shared/namespace/n1/mount/m9",
  ];
  const goes = [
    "shared/mount/m10/secret",
    "shared/core/mount/m10",
    "shared/core/namespace/n10",
    "shared/namespace/n2/namespace-of-its-own",
    "shared/core/policy/m1",
    "shared/core/paths-filter/m1",
    "shared/sky",
  ];
  for (const key of stays) expect(held(key), key).to.be.a("string");
  for (const key of goes) expect(held(key), key).to.equal(undefined);
});

test("an entry keeps its number when all of it stays, and is left alone when nothing does", () => {
  const text = (mount: string, ...keys: readonly string[]) =>
    JSON.stringify({ index: 7, epoch: 2, mount, changes: keys.map((key) => ({ key, value: "x" })) });
  const free = text("m2", "shared/mount/m2/a");
  expect(filteredEntry(free, filtered)).to.equal(free);
  expect(JSON.parse(filteredEntry(text("m1", "shared/mount/m1/a"), filtered))).to.deep.equal({
    index: 7,
    epoch: 2,
    mount: "",
    changes: [],
  });
  expect(JSON.parse(filteredEntry(text("", "shared/core/mount/m1", "shared/core/mount/m2"), filtered))).to.deep.equal({
    index: 7,
    epoch: 2,
    mount: "",
    changes: [{ key: "shared/core/mount/m2", value: "x" }],
  });
});
