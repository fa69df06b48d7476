import { randomBytes } from "node:crypto";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { inProcessDatabases } from "#harness/databases/simulated/in-process-databases.ts";
import { SimulatedDatabase } from "#harness/databases/simulated/simulated-database.ts";
import { simulatedServer } from "#harness/databases/simulated/simulated-server.ts";
import type { WorkerOthers } from "#harness/databases/worker-others.ts";
import { recordedServer } from "#harness/history/recorded-server.ts";
import type { Recorder } from "#harness/history/recorder.ts";
import { ownDatabaseOnly } from "#harness/stages/own-servers.ts";

const ownName = "own";

export type LiveDatabasesOptions = Readonly<{
  database: DatabaseServer;
  others: Pick<WorkerOthers, "products" | "open"> | undefined;
  recorder: Recorder;
  now: () => number;
}>;

export class LiveDatabases {
  readonly main: DatabaseServer;
  readonly inProcess: ReturnType<typeof inProcessDatabases>;
  readonly #own: DatabaseServer;
  readonly #options: LiveDatabasesOptions;
  readonly #usedServers: Set<DatabaseServer>;

  constructor(options: LiveDatabasesOptions) {
    const { database, recorder, now } = options;
    this.#options = options;
    this.main = recordedServer(database, recorder);
    const administrator = { username: "administrator", password: randomBytes(16).toString("hex") };
    const own = new SimulatedDatabase({ administrator, now });
    this.inProcess = inProcessDatabases(new Map([[ownName, own]]));
    this.#own = recordedServer(simulatedServer(own, { name: ownName, administrator }), recorder);
    this.#usedServers = new Set([this.main]);
  }

  async of(kind: DatabaseServer["kind"], { isEncrypted = false } = {}): Promise<DatabaseServer> {
    const server = await this.#found(kind, isEncrypted);
    this.#usedServers.add(server);
    return server;
  }

  get usedServers(): readonly DatabaseServer[] {
    return [...this.#usedServers];
  }

  async #found(kind: DatabaseServer["kind"], isEncrypted: boolean): Promise<DatabaseServer> {
    const { others, recorder } = this.#options;
    if (kind === "simulated") return this.#own;
    if (!others || (kind === "postgresql" && !isEncrypted)) return ownDatabaseOnly(this.main, kind);
    return recordedServer(await others.open(kind, { isEncrypted }), recorder);
  }
}
