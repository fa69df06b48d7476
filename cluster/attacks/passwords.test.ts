import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { expect } from "chai";
import { attacked } from "./attacked.suite.ts";

test("an audited request does not wait for unauthenticated logins", async () => {
  const folder = await mkdtemp(join(tmpdir(), "audited-"));
  await using oslo = await attacked({ auditFolders: [folder] });
  const { ask } = oslo;
  expect((await ask("POST", "sys/auth/people", { type: "userpass" })).status).to.equal(204);
  const options = { file_path: join(folder, "audit.log") };
  expect((await ask("PUT", "sys/audit/kept", { type: "file", options })).status).to.equal(204);
  let answered = 0;
  const logins = Array.from({ length: 12 }, async (_, i) => {
    const { status } = await ask("POST", `auth/people/login/stranger-${i}`, { password: "guess" }, "");
    answered += 1;
    return status;
  });
  // After the first answer all other logins are in progress.
  await Promise.race(logins);
  expect((await ask("GET", "sys/mounts")).status).to.equal(200);
  expect(answered).to.be.below(6);
  expect(await Promise.all(logins)).to.deep.equal(logins.map(() => 400));
  await rm(folder, { recursive: true });
});
