import { databaseServerSuite } from "#harness/databases/database-server.suite.ts";
import { databaseServer } from "./database-server.ts";
import { simulatedPostgresql } from "./simulated-postgresql.ts";

databaseServerSuite("a simulated PostgreSQL", async () =>
  databaseServer(simulatedPostgresql({ now: () => Date.now(), password: "se/cret" }), {
    url: "postgresql://postgres:se%2Fcret@database.simulated:5432/postgres",
  }),
);
