import { test } from "node:test";
import { expect } from "chai";
import { programServer } from "./program-server.ts";
import { realServerSuite } from "./real-server.suite.ts";
import { type ServerProduct, sourceOf } from "./server-source.ts";
import { startServer } from "./start-server.ts";

async function missingCapability(product: ServerProduct): Promise<string | false> {
  if (process.env.CI === "true" || (await sourceOf(product, "programs"))) return false;
  return "its programs are not on the PATH";
}

realServerSuite("from the npm package", "postgresql", (product, how) =>
  startServer(product, { ...how, source: "embedded" }),
);
realServerSuite(
  "from the PATH",
  "postgresql",
  (product, how) => startServer(product, { ...how, source: "programs" }),
  await missingCapability("postgresql"),
);
for (const product of ["mariadb", "redis"] as const) {
  realServerSuite("from the PATH", product, (_, how) => programServer(product, how), await missingCapability(product));
}

test("MariaDB has its temporary files in its own folder, as the system's may be inaccessible", {
  skip: await missingCapability("mariadb"),
}, async () => {
  await using server = await programServer("mariadb");
  const [temporary = "", data = ""] = [
    ...(await server.column("SELECT @@tmpdir")),
    ...(await server.column("SELECT @@datadir")),
  ];
  expect(data.startsWith(`${temporary}/`), `${temporary} ${data}`).to.equal(true);
});
