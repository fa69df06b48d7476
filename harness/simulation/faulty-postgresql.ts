import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { productOf } from "#harness/databases/product.ts";
import type { FaultyDatabase, GarbledStatement } from "#harness/faults/faulty-database.ts";
import type { SimulatedPostgresql } from "./databases/simulated-postgresql.ts";
import type { Network } from "./network.ts";
import type { ServerFaults } from "./simulated-databases.ts";

export type FaultyPostgresqlOptions = Readonly<{
  server: DatabaseServer;
  postgresql: SimulatedPostgresql;
  network: Network;
  /** Hosts of the clusters that use the database. */
  hosts: readonly string[];
  faults: ServerFaults;
  /** Returns the number of connections from clusters to the server since its creation. */
  contacts: () => number;
}>;

export function faultyPostgresql(options: FaultyPostgresqlOptions): FaultyDatabase {
  const { server, postgresql, network, hosts, faults, contacts } = options;
  const { hostname } = new URL(server.url);
  const toAll = (fault: (host: string) => void) => async () => {
    for (const host of hosts) fault(host);
  };
  let ends: readonly string[] = [];
  return {
    server,
    contacts: async () => contacts(),
    hang: toAll((host) => network.dropSilently(host, hostname)),
    refuse: toAll((host) => network.partition(host, hostname)),
    slow: (milliseconds) => toAll((host) => network.delay(host, hostname, milliseconds))(),
    restart: async () => postgresql.restart(),
    async cut(when) {
      faults.cut = when;
      faults.isCutOnce = true;
    },
    async garble(statement) {
      faults.garble = garbling(statement);
    },
    async trouble(kind, { username }) {
      if (kind === "read-only") return postgresql.refuse("read only");
      const { begin, end } = productOf(server).troubles[kind](username);
      ends = end;
      await server.run(begin);
      postgresql.restart();
    },
    async recover() {
      await toAll((host) => {
        network.heal(host, hostname);
        network.delay(host, hostname, 0);
      })();
      faults.cut = undefined;
      faults.garble = undefined;
      postgresql.refuse(undefined);
      await server.run(ends);
      ends = [];
    },
  };
}

function garbling({ text, nth }: GarbledStatement): (statements: readonly string[]) => readonly string[] {
  let occurrences = 0;
  return (statements) =>
    statements.map((statement) =>
      statement.replaceAll(text, (word) => {
        occurrences += 1;
        return occurrences === nth ? "x".repeat(word.length) : word;
      }),
    );
}
