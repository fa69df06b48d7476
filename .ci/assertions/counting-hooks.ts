import { appendFileSync } from "node:fs";
import { Assertion } from "chai";
import { After, Before } from "understudy-harness/steps";

// Counts the assertions of each scenario: rehearse --import .ci/assertions/counting-hooks.ts. Appends a line of JSON for
// each scenario to the file of the environment variable ASSERTIONS.
const file = process.env.ASSERTIONS ?? "";
let count = 0;

const { assert } = Assertion.prototype as { assert: (...facts: readonly unknown[]) => void };
Object.assign(Assertion.prototype, {
  assert(this: unknown, ...facts: readonly unknown[]) {
    count += 1;
    assert.apply(this, facts as never);
  },
});

Before(() => {
  count = 0;
});

After(({ pickle, result }: { pickle: Pickle; result?: { status: string } }) => {
  const tags = pickle.tags.map(({ name }) => name);
  appendFileSync(
    file,
    `${JSON.stringify({ uri: pickle.uri, name: pickle.name, tags, count, status: result?.status })}\n`,
  );
});

type Pickle = Readonly<{ uri: string; name: string; tags: readonly Readonly<{ name: string }>[] }>;
