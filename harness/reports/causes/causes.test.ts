import { suite, test } from "node:test";
import { expect } from "chai";
import { causesOf } from "#harness/reports/causes/causes.ts";
import { distinctCauses } from "#harness/reports/causes/describe-cause.ts";
import { pathShape } from "#harness/reports/causes/path-shape.ts";
import { readCauses } from "#harness/reports/causes/read-causes.ts";
import { coverageOf } from "#harness/reports/coverage.ts";
import type { PlayedScenario, PlayedStep } from "#harness/reports/performance.ts";
import { readRequirements } from "#harness/reports/requirements.ts";
import {
  sampleExchange,
  samplePerformance,
  sampleScenario,
  sampleStep,
} from "#harness/reports/sample-performance.suite.ts";

const requirements = readRequirements();

/** A scenario that fails because a request that it needs is refused. */
function stopped(
  ids: readonly string[],
  error: string,
  { path = "database/roles/app", status = 400, ...step }: Partial<PlayedStep> & { path?: string; status?: number } = {},
): PlayedScenario {
  const message = `Refused: Oslo answered POST ${path} with ${status}: ${error}`;
  const exchange = sampleExchange({ method: "POST", path, status, responseBody: { errors: [error] } });
  return failing(ids, { error: message, exchanges: [exchange], judged: 1, ...step });
}

/** A scenario that fails because a response is not as it claims. */
function denied(ids: readonly string[], error: string, status = 200): PlayedScenario {
  return failing(ids, { error, exchanges: [sampleExchange({ path: "database/roles/app", status })], judged: 1 });
}

function failing(ids: readonly string[], step: Partial<PlayedStep>): PlayedScenario {
  const broken = sampleStep({ keyword: "Then", text: "it is so", verdict: "failed", ...step });
  const name = `${ids.join(" ")} ${names++}`;
  return sampleScenario({ name, verdict: "failed", tags: ids.map((id) => `@${id}`), steps: [broken] });
}

let names = 0;

function verdictsOn(...scenarios: readonly PlayedScenario[]): Readonly<Record<string, string>> {
  const coverage = coverageOf(samplePerformance(...scenarios), requirements, readCauses({ scenarios }));
  const ids = new Set(scenarios.flatMap(({ tags }) => tags.map((tag) => tag.slice(1))));
  return Object.fromEntries([...ids].map((id) => [id, coverage.get(id)?.verdict ?? ""]));
}

const template = "credential_config validation failed: missing required common_name_template";

suite("scenarios that one refusal stops", () => {
  test("break the id whose statement names what the refusal is about, and leave the others not judged because of it", () => {
    const scenarios = [
      stopped(["DB-CREDCONF-03"], template),
      stopped(["DB-CREDCONF-04"], template, { path: "database/roles/other" }),
      stopped(["DB-CREDCONF-10"], template),
    ];
    expect(verdictsOn(...scenarios)).to.deep.equal({
      "DB-CREDCONF-03": "not judged",
      "DB-CREDCONF-04": "not judged",
      "DB-CREDCONF-10": "broken",
    });
    const coverage = coverageOf(samplePerformance(...scenarios), requirements);
    expect(coverage.get("DB-CREDCONF-03")?.reason).to.equal(
      `because of DB-CREDCONF-10: POST database/roles/*: 400 "${template}"`,
    );
    const causes = distinctCauses(readCauses({ scenarios }));
    expect(causes).to.have.length(1);
    expect(causes[0]).to.deep.include({
      request: { method: "POST", path: "database/roles/app", status: 400, error: template },
      id: "DB-CREDCONF-10",
      ids: ["DB-CREDCONF-03", "DB-CREDCONF-04", "DB-CREDCONF-10"],
    });
  });

  test("are one group if the errors differ only in names, numbers and their frame", () => {
    const error = (name: string, id: string) => `no user "${name}" of arn:aws:iam::${id}:user/${name}`;
    const framed = `1 error occurred:\n\t* ${error("Bob", "210987654321")}\n\n`;
    const scenarios = [
      stopped(["DB-ROLE-01"], error("Ada", "123456789012")),
      stopped(["DB-ROLE-02"], framed),
      stopped(["DB-ROLE-03"], error("Ada", "123456789012"), { status: 500 }),
      stopped(["DB-ROLE-04"], error("Ada", "123456789012"), { path: "database/config/app" }),
    ];
    expect(distinctCauses(readCauses({ scenarios })).map(({ ids }) => ids)).to.deep.equal([
      ["DB-ROLE-01", "DB-ROLE-02"],
      ["DB-ROLE-03"],
      ["DB-ROLE-04"],
    ]);
  });

  test("break each its own id if the refusal gives no reason", () => {
    for (const error of ["permission denied", "1 error occurred:\n\t* permission denied\n\n", "internal error", ""]) {
      const scenarios = [stopped(["DB-ROLE-01"], error), stopped(["DB-ROLE-02"], error)];
      expect(verdictsOn(...scenarios)).to.deep.equal({ "DB-ROLE-01": "broken", "DB-ROLE-02": "broken" });
    }
  });

  test("break the id that all of them have", () => {
    const all = [
      stopped(["DB-ROLE-01", "DB-ROLE-02"], "no such thing"),
      stopped(["DB-ROLE-03", "DB-ROLE-02"], "no such thing"),
    ];
    expect(verdictsOn(...all)).to.deep.equal({
      "DB-ROLE-01": "not judged",
      "DB-ROLE-02": "broken",
      "DB-ROLE-03": "not judged",
    });
  });

  test("break an id of the documents rather than an own rule", () => {
    const all = [stopped(["OWN-INFER-01"], "no such thing"), stopped(["DB-ROLE-02"], "no such thing")];
    expect(readCauses({ scenarios: all }).get(all[0] as PlayedScenario)?.id).to.equal("DB-ROLE-02");
  });

  test("leave an id broken that another failure breaks", () => {
    const own = denied(["DB-CREDCONF-03"], "AssertionError: expected 204 to be within 400..599", 204);
    const all = [stopped(["DB-CREDCONF-03"], template), stopped(["DB-CREDCONF-10"], template), own];
    expect(verdictsOn(...all)).to.deep.equal({ "DB-CREDCONF-03": "broken", "DB-CREDCONF-10": "broken" });
  });

  test("in a step that cannot begin are those of the refused request before it", () => {
    const late = stopped(["DB-ROLE-01"], "no such thing", { error: "Error: Ada has not logged in" });
    const { judged: _, ...step } = late.steps[0] as PlayedStep;
    const all = [{ ...late, steps: [step] }, stopped(["DB-ROLE-02"], "no such thing")];
    expect(distinctCauses(readCauses({ scenarios: all }))).to.have.length(1);
  });
});

suite("set-up that fails", () => {
  const setUp = { keyword: "Given", text: "a role", isSetUp: true };

  test("leaves an id not judged because of the id that the same cause breaks", () => {
    const all = [stopped(["DB-CREDCONF-03"], template, setUp), stopped(["DB-CREDCONF-10"], template)];
    const coverage = coverageOf(samplePerformance(...all), requirements);
    expect(coverage.get("DB-CREDCONF-03")).to.include({
      verdict: "not judged",
      reason: 'because of DB-CREDCONF-10: set-up failed at "Given a role"',
    });
    expect(coverage.get("DB-CREDCONF-10")?.verdict).to.equal("broken");
  });

  test("is attributed to its request if it breaks no id", () => {
    const all = [stopped(["DB-CREDCONF-03"], template, setUp), stopped(["DB-CREDCONF-10"], template, setUp)];
    const coverage = coverageOf(samplePerformance(...all), requirements);
    expect(distinctCauses(readCauses({ scenarios: all })).map(({ id }) => id)).to.deep.equal([null]);
    for (const id of ["DB-CREDCONF-03", "DB-CREDCONF-10"])
      expect(coverage.get(id)).to.include({
        verdict: "not judged",
        reason: `because of POST database/roles/*: 400 "${template}": set-up failed at "Given a role"`,
      });
  });
});

suite("a claim that fails", () => {
  const accepted = "AssertionError: what is refused: expected 204 to be within 400..599";

  test("breaks the id of its scenario, however many others fail alike", () => {
    const all = [denied(["DB-ROLE-01"], accepted, 204), denied(["DB-ROLE-02"], accepted, 204)];
    expect(verdictsOn(...all)).to.deep.equal({ "DB-ROLE-01": "broken", "DB-ROLE-02": "broken" });
    expect(distinctCauses(readCauses({ scenarios: all }))).to.have.length(2);
  });

  test("breaks of several ids the one that names the field; all if none or several name it", () => {
    const field = denied(["DB-CREDCONF-05", "DB-CREDCONF-10"], "AssertionError: common_name_template: expected x");
    expect(verdictsOn(field)).to.deep.equal({ "DB-CREDCONF-05": "not judged", "DB-CREDCONF-10": "broken" });
    const vague = denied(["DB-CREDCONF-05", "DB-CREDCONF-10"], "AssertionError: expected 1 to equal 2");
    expect(verdictsOn(vague)).to.deep.equal({ "DB-CREDCONF-05": "broken", "DB-CREDCONF-10": "broken" });
    expect(readCauses({ scenarios: [vague] }).get(vague)?.id).to.equal("DB-CREDCONF-05");
  });

  test("is a refusal with the wrong reason: it does not stop the scenario", () => {
    const wrong = "AssertionError: expected 'a' to contain 'max_ttl'";
    const all = ["DB-ROLE-01", "DB-ROLE-02"].map((id) => stopped([id], "no such thing", { error: wrong }));
    expect(verdictsOn(...all)).to.deep.equal({ "DB-ROLE-01": "broken", "DB-ROLE-02": "broken" });
  });
});

test("a passed run has no causes", () => {
  expect(causesOf([sampleScenario()], requirements).size).to.equal(0);
});

test("the shape of a path has no names", () => {
  expect(pathShape("auth/cloud/role/painter?list=true")).to.equal("auth/cloud/role/*");
  expect(pathShape("sys/policies/acl/of-ada")).to.equal("sys/policies/acl/*");
  expect(pathShape("colours/data/sky")).to.equal("*/data/*");
});
