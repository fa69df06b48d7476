import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { expect } from "chai";
import { forgetTemplate, newData } from "./data-template.ts";

/** A program, a folder of templates, and data that it makes, each with the number of those that it has made. */
async function aPlace() {
  const folder = await mkdtemp(join(tmpdir(), "understudy-templates-"));
  const [program, templates] = [join(folder, "make-it"), join(folder, "cache", "templates")];
  await writeFile(program, "1");
  let made = 0;
  let copies = 0;
  const make = async (data: string) => {
    made += 1;
    await mkdir(join(data, "inside"), { recursive: true, mode: 0o700 });
    await writeFile(join(data, "inside", "number"), String(made), { mode: 0o600 });
  };
  return {
    program,
    templates,
    folder,
    /** What stands in new data. */
    async another({ user, at = templates }: { user?: { uid: number; gid: number }; at?: string } = {}) {
      const data = join(folder, `data-${++copies}`);
      await newData({ data, user, program, make, templates: at });
      return { data, number: await readFile(join(data, "inside", "number"), "utf8") };
    },
    make,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

test("new data is made once, and copied from then on, for its owner alone", async () => {
  await using place = await aPlace();
  expect((await place.another()).number).to.equal("1");
  const { data, number } = await place.another();
  expect(number).to.equal("1");
  expect((await stat(join(data, "inside"))).mode & 0o777).to.equal(0o700);
  expect((await stat(join(data, "inside", "number"))).mode & 0o777).to.equal(0o600);
  await writeFile(join(data, "inside", "number"), "changed");
  expect((await place.another()).number).to.equal("1");
});

test("another release of the program makes its own", async () => {
  await using place = await aPlace();
  await place.another();
  await writeFile(place.program, "another");
  expect((await place.another()).number).to.equal("2");
  expect((await place.another()).number).to.equal("2");
});

test("what is forgotten is made again", async () => {
  await using place = await aPlace();
  await place.another();
  await forgetTemplate(place);
  expect((await place.another()).number).to.equal("2");
});

test("where nothing can be kept, each is made, and a failure to make it is told", async () => {
  await using place = await aPlace();
  await writeFile(join(place.folder, "closed"), "");
  const at = join(place.folder, "closed", "templates");
  expect((await place.another({ at })).number).to.equal("1");
  expect((await place.another({ at })).number).to.equal("2");
  const failing = newData({
    ...place,
    data: join(place.folder, "none"),
    user: undefined,
    make: () => Promise.reject(new Error("so")),
  });
  await assert.rejects(failing, { message: "so" });
});

test("what a process left half made is removed when it is old, and never copied", async () => {
  await using place = await aPlace();
  const [old, young] = ["begun-old", "begun-young"].map((name) => join(place.templates, name));
  assert(old && young);
  await mkdir(old, { recursive: true });
  await mkdir(young);
  await utimes(old, 0, 0);
  await place.another();
  const names = await readdir(place.templates);
  expect(names).to.include("begun-young").and.not.include("begun-old");
  expect(names).to.have.length(2);
});

test("a copy belongs to the user that it is for", {
  skip: process.getuid?.() !== 0 && "only root gives away",
}, async () => {
  await using place = await aPlace();
  await chmod(place.folder, 0o755);
  await place.another();
  const { data } = await place.another({ user: { uid: 65_534, gid: 65_534 } });
  for (const path of [data, join(data, "inside"), join(data, "inside", "number")])
    expect((await stat(path)).uid).to.equal(65_534);
});
