import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite, test } from "node:test";
import { expect } from "chai";
import { packageRoot } from "#harness/program/package-root.ts";
import { type Change, changeVariable } from "./change.ts";

const hook = new URL("./mutate-on-load.ts", import.meta.url).href;

type Omission = Omit<Change, "marker"> & Readonly<{ what: string; outputText: string }>;

const databaseOmissions: readonly Omission[] = [
  {
    what: "the lease is written after the user is created",
    file: "engine/database/endpoints/credentials.ts",
    find: `    const lease = await grant({ name, username, role }, context);
    granted(lease.id);
    await context.failpoint("lease recorded");
    const { credential, clientData } = credentialUntil(serverExpiry(lease.expiresAt));
    // A revocation of the lease waits for this lock until the outcome of the creation is known.
    const creation = await createUser({ username, credential, role, lease }, open);
    await context.failpoint(creation.failed === undefined ? "user made" : "user not made");
`,
    replace: `    const end = context.clock.now() + 1_800_000;
    await context.failpoint("lease recorded");
    const { credential, clientData } = credentialUntil(serverExpiry(end));
    const creation = await createUser({ username, credential, role, lease: { expiresAt: end } as GrantedLease }, open);
    await context.failpoint(creation.failed === undefined ? "user made" : "user not made");
    const lease = await grant({ name, username, role }, context);
    granted(lease.id);
`,
    outputText: "is left over",
  },
  {
    what: "the pending password of a static role is not written",
    file: "engine/database/rotation/rotation.ts",
    find: "    await storage.commit([pendingRotations.put(name, { password, created: created ?? null })]);\n",
    replace: "",
    outputText: "the password of the static role does not log in",
  },
  {
    what: "the rollback entry of a static role that is being created is not written",
    file: "engine/database/rotation/rotation.ts",
    find: "created: created ?? null",
    replace: "created: null",
    outputText: "the password of the static role does not log in",
  },
  {
    what: "the pending password of the root user is not written",
    file: "engine/database/rotation/root-rotation.ts",
    find: "    await deps.context.storage.commit([connections.put(name, { ...connection, pendingPassword })]);\n",
    replace: "",
    outputText: "no credentials can be issued",
  },
];

const enableOmissions: readonly Omission[] = [
  {
    what: "the primary's keys are not saved with the wipe",
    file: "engine/replication/runtime/driver.ts",
    find: "if (save.wipe?.keys !== undefined && this.#keys) await",
    replace: "if (save.wipe?.keys === '' && this.#keys) await",
    outputText: "its own key unseals it",
  },
  {
    what: "the secondary's role is not saved with the wipe",
    file: "engine/replication/runtime/save-plan.ts",
    find: "    record ? [{ key: recordKey",
    replace: "    record && !wipe ? [{ key: recordKey",
    outputText: "Lima is unlinked and lost its data",
  },
  {
    what: "a restarted secondary does not dial its primary",
    file: "engine/replication/machine/state.ts",
    find: "const connection = waitingToDial(record.upstream, now);",
    replace: "const connection = waitingToDial(null, now);",
    outputText: "Lima does not start to stream",
  },
];

for (const [of, omissions] of [
  ["database-crashes", databaseOmissions],
  ["enable-crashes", enableOmissions],
] as const) {
  suite(`the sweep ${of} detects that`, () => {
    for (const { what, outputText, ...change } of omissions) {
      test(what, async () => {
        const folder = await mkdtemp(join(tmpdir(), "understudy-sweep-"));
        try {
          const marker = join(folder, "loaded");
          const { failed, output } = await swept(of, { ...change, marker });
          expect(existsSync(marker), "the change was loaded").to.equal(true);
          expect(failed, output).to.equal(true);
          expect(output).to.contain(outputText);
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      });
    }
  });
}

function swept(name: string, change: Change): Promise<Readonly<{ failed: boolean; output: string }>> {
  const sweep = join(packageRoot, "harness", "sweeps", `${name}.test.ts`);
  const env = { ...process.env, [changeVariable]: JSON.stringify(change), NODE_TEST_CONTEXT: undefined };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["--import", hook, sweep],
      { cwd: packageRoot, env, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => resolve({ failed: error !== null, output: stdout + stderr }),
    );
  });
}
