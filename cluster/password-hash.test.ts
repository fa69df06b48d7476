import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite, test } from "node:test";
import { expect } from "chai";
import { Problem } from "#engine/api/problem.ts";
import { saltBytes } from "#engine/ports/cryptography.ts";
import { hashPassword, verifyPassword } from "./password-hash.ts";

const salt = new Uint8Array(saltBytes);

suite("password hashing", () => {
  test("leaves threads free for file writes", async () => {
    const folder = await mkdtemp(join(tmpdir(), "hashing-"));
    let hashed = 0;
    const hashing = Array.from({ length: 8 }, (_, i) => hashPassword(`guess ${i}`, salt).then(() => (hashed += 1)));
    await appendFile(join(folder, "audit.log"), "a line\n");
    expect(hashed).to.be.below(4);
    await Promise.all(hashing);
    await rm(folder, { recursive: true });
  });

  test("is refused when too many wait, and the rest complete", async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, () => verifyPassword("guess", "scrypt$1024$8$1$AAAA$AAAA", "an unknown client")),
    );
    const refused = outcomes.filter(({ status }) => status === "rejected");
    expect(refused.length).to.be.within(1, 199);
    for (const one of refused) {
      expect(one.status === "rejected" && one.reason)
        .to.be.instanceOf(Problem)
        .with.property("status", 503);
    }
    expect(await verifyPassword("guess", await hashPassword("guess", salt))).to.equal(true);
  });
});
