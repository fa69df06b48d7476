import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { expect } from "chai";
import { checkoutRoot } from "./suite/checkout-root.ts";

const apiPath =
  /\b(?:auth\/(?:cloud|token)|sys|identity|database\/(?!creds\/\*))\/[a-z{<]|\b(?:GET|LIST|DELETE|PUT) [a-z{<]/;

/** Features that may contain paths because they are about paths, methods, statuses or policies, each with a reason. */
const aboutPaths: readonly (readonly [file: string, why: string])[] = [
  ["core/audit", "the paths in entries of the audit log"],
  ["core/bad-requests", "the status that each request is answered with"],
  ["core/identity-objects", "objects that are changed by name and by id"],
  ["core/leases", "requests for leases by id and by path"],
  ["core/methods", "the methods that each path has"],
  ["core/names", "names that are only in paths"],
  ["core/namespaces", "which paths a token reaches"],
  ["core/paths", "where each path is served"],
  ["core/policies", "which paths a policy allows"],
  ["core/refused-writes", "each endpoint that refuses"],
  ["core/restart", "the request whose response is wrapped"],
  ["core/seal", "which paths a sealed cluster serves"],
  ["core/token-roles", "tokens that a role creates at its own path"],
  ["core/tokens", "a policy on a path"],
  ["cloud-auth/rotate-root", "a request without a body"],
  ["core/wrapping", "a token in the body of each request"],
  ["cloud-auth/role-tags", "tags that are denied by their value and by its base64"],
  ["cloud-auth/releases", "the paths of earlier releases"],
  ["cloud-auth/signed-request", "the method of a signed request"],
  ["database/connections", "objects that a reset leaves unchanged"],
  ["replication/activation", "a policy on a path"],
  ["replication/enabling", "each endpoint that the community edition refuses"],
  ["replication/filters", "paths that a filter cannot name"],
];

test("features mention API paths and methods only if these are their subject", () => {
  const files = globSync("features/**/*.feature", { cwd: checkoutRoot }).toSorted();
  expect(files.length).to.be.above(50);
  const found = files
    .filter((file) => !aboutPaths.some(([name]) => file === `features/${name}.feature`))
    .flatMap((file) =>
      readFileSync(checkoutRoot + file, "utf8")
        .split("\n")
        .flatMap((line, index) =>
          apiPath.test(line) && !/^\s*#/.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
        ),
    );
  expect(found, found.join("\n")).to.deep.equal([]);
});

test("each feature listed as about paths contains one", () => {
  const idle = aboutPaths.filter(
    ([file]) => !apiPath.test(readFileSync(`${checkoutRoot}features/${file}.feature`, "utf8")),
  );
  expect(idle.map(([file]) => file)).to.deep.equal([]);
});
