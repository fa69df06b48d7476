import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { expect } from "chai";
import { forgetTemplate, newData } from "./data-template.ts";

async function createFixture() {
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
    async another({ user, at = templates }: { user?: { uid: number; gid: number }; at?: string } = {}) {
      const data = join(folder, `data-${++copies}`);
      await newData({ data, user, program, make, templates: at });
      return { data, number: await readFile(join(data, "inside", "number"), "utf8") };
    },
    make,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

test("a data folder is created once and then copied, with its permissions", async () => {
  await using fixture = await createFixture();
  expect((await fixture.another()).number).to.equal("1");
  const { data, number } = await fixture.another();
  expect(number).to.equal("1");
  expect((await stat(join(data, "inside"))).mode & 0o777).to.equal(0o700);
  expect((await stat(join(data, "inside", "number"))).mode & 0o777).to.equal(0o600);
  await writeFile(join(data, "inside", "number"), "changed");
  expect((await fixture.another()).number).to.equal("1");
});

test("a new release of the program creates a new template", async () => {
  await using fixture = await createFixture();
  await fixture.another();
  await writeFile(fixture.program, "another");
  expect((await fixture.another()).number).to.equal("2");
  expect((await fixture.another()).number).to.equal("2");
});

test("a removed template is created again", async () => {
  await using fixture = await createFixture();
  await fixture.another();
  await forgetTemplate(fixture);
  expect((await fixture.another()).number).to.equal("2");
});

test("without a template folder each data folder is created, and a failure is reported", async () => {
  await using fixture = await createFixture();
  await writeFile(join(fixture.folder, "closed"), "");
  const at = join(fixture.folder, "closed", "templates");
  expect((await fixture.another({ at })).number).to.equal("1");
  expect((await fixture.another({ at })).number).to.equal("2");
  const failing = newData({
    ...fixture,
    data: join(fixture.folder, "none"),
    user: undefined,
    make: () => Promise.reject(new Error("so")),
  });
  await assert.rejects(failing, { message: "so" });
});

test("an incomplete template is never copied, and is deleted once it is old", async () => {
  await using fixture = await createFixture();
  const [old, young] = ["begun-old", "begun-young"].map((name) => join(fixture.templates, name));
  assert(old && young);
  await mkdir(old, { recursive: true });
  await mkdir(young);
  await utimes(old, 0, 0);
  await fixture.another();
  const names = await readdir(fixture.templates);
  expect(names).to.include("begun-young").and.not.include("begun-old");
  expect(names).to.have.length(2);
});

test("a copy belongs to the given user", {
  skip: process.getuid?.() !== 0 && "only root can change the owner",
}, async () => {
  await using fixture = await createFixture();
  await chmod(fixture.folder, 0o755);
  await fixture.another();
  const { data } = await fixture.another({ user: { uid: 65_534, gid: 65_534 } });
  for (const path of [data, join(data, "inside"), join(data, "inside", "number")])
    expect((await stat(path)).uid).to.equal(65_534);
});
