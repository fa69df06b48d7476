import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { chown, cp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { reapWhenOrphaned } from "#harness/reaper/reap-when-orphaned.ts";
import { Unavailable } from "#harness/reaper/unavailable.ts";
import { forgetTemplate, newData } from "./data-template.ts";
import { freePort, freePortToKeep } from "./free-port.ts";
import { authorityCertificate, serverCertificate, serverKey } from "./known-authority.ts";
import { persistentData, rememberServer } from "./persistent-data.ts";
import { type KeptProcess, startKeptProcess } from "./persistent-process.ts";
import { loginRules } from "./postgresql-login-rules.ts";
import { canStart, handOver, type SystemUser, unprivilegedUser } from "./unprivileged-user.ts";
import { whyEnded } from "./why-ended.ts";

/**
 * Paths of the two programs, the password that a new administrator `postgres` gets, the folder in which the data is kept, if it is, and
 * settings in place of the usual ones.
 */
export type EmbeddedPostgresqlTask = Readonly<{
  initdb: string;
  postgres: string;
  password: string;
  keep?: string;
  settings: Settings;
  isEncrypted: boolean;
  /** Folder of the data that is copied for new servers. Default: the usual one. */
  templates?: string;
}>;
export type EmbeddedPostgresqlReady = Readonly<{ port: number; password: string }>;

/** Settings of a server by their names. */
type Settings = Readonly<Record<string, string>>;

/** A port that is free now may be taken a moment later by a server that starts beside us. */
const portAttempts = 5;

/** A server whose owner was killed a moment ago may still be writing down what it has, and another program may use its port for a moment. */
const dataAttempts = 50;
const keptPortAttempts = 25;
const pauseMilliseconds = 200;

/** A process that was killed a moment ago may still have been writing into the folder. */
const removal = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 } as const;

/** Every login is judged, those over 127.0.0.1 too: initdb would trust them. */
const initdbOptions: readonly string[] = [
  "--username=postgres",
  "--auth=scram-sha-256",
  "--encoding=UTF8",
  "--locale=C",
  "--no-instructions",
  "--wal-segsize=1",
];

/** Data that is thrown away need not survive a power cut. */
const hasty: Settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/** No socket file, no shared memory that could stay behind. */
const usualSettings: Settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  shared_buffers: "16MB",
  dynamic_shared_memory_type: "mmap",
  wal_level: "minimal",
  max_wal_senders: "0",
  timezone: "UTC",
  log_timezone: "UTC",
  // Statements hold passwords; the log shall not.
  log_min_error_statement: "panic",
};

/** PostgreSQL's fast shutdown, which writes all down; SIGQUIT is its immediate one. */
const orderly = "SIGINT";

/** What there is by now, and so what has to go. */
let folder: string | undefined;
let running: KeptProcess | undefined;
let startAgain: (() => Promise<unknown>) | undefined;
let unwanted = false;
let isKept = false;

reapWhenOrphaned<EmbeddedPostgresqlTask, EmbeddedPostgresqlReady>({
  async begin({ initdb, postgres, password, keep, settings: wished, isEncrypted, templates }) {
    // In one go, so that there is no folder that `end` does not know of.
    folder = mkdtempSync(join(tmpdir(), "understudy-postgresql-"));
    const user = await unprivilegedUser();
    const bin = await programs(dirname(postgres), { folder, user });
    const place = { folder, user };
    const [make, program] = [join(bin, basename(initdb)), join(bin, basename(postgres))];
    const settings = { ...(isEncrypted ? await encryption(place) : {}), ...wished };
    if (keep === undefined) {
      const data = join(folder, "data");
      await makeData(make, { ...place, postgres: program, data, password, templates });
      return { port: await startServer(program, { ...place, data, settings: { ...hasty, ...settings } }), password };
    }
    isKept = true;
    const { data, server } = await persistentData(keep, {
      password,
      user,
      make: (begun) => makeData(make, { ...place, postgres: program, data: begun, password }),
    });
    const port = await startServer(program, { ...place, data, settings, port: server.port });
    if (port !== server.port) await rememberServer({ data, user }, { ...server, port });
    return { port, password: server.password };
  },
  tasks: {
    pause: async () => running?.pause(),
    resume: async () => running?.resume(),
    async restart() {
      await running?.stop(orderly);
      await startAgain?.();
    },
  },
  async end() {
    unwanted = true;
    await running?.stop(isKept ? orderly : "SIGQUIT");
    if (folder) await rm(folder, removal);
  },
});

type Place = Readonly<{ folder: string; user: SystemUser | undefined }>;

/** Settings of a server that requires TLS, whose files lie beside its data. */
async function encryption({ folder: at, user }: Place): Promise<Settings> {
  const files = {
    ssl_cert_file: serverCertificate,
    ssl_key_file: serverKey,
    ssl_ca_file: authorityCertificate,
    hba_file: loginRules({ isEncrypted: true }),
  };
  const settings: Record<string, string> = { ssl: "on" };
  for (const [setting, text] of Object.entries(files)) {
    const path = join(at, setting);
    await writeFile(path, `${text}\n`, { mode: 0o600 });
    if (user) await chown(path, user.uid, user.gid);
    settings[setting] = path;
  }
  return settings;
}

/** The folder of the programs, or a copy of it that is `user`'s own when that is closed to it. */
async function programs(bin: string, { folder, user }: Place): Promise<string> {
  if (user) await chown(folder, user.uid, user.gid);
  if (!user || (await canStart(join(bin, "postgres"), user))) return bin;
  const copy = join(folder, "programs");
  await cp(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
  await handOver(copy, user);
  return join(copy, basename(bin));
}

/** Makes the data folder of a server whose administrator has this password. What is thrown away is copied, as most of it is the same each time. */
async function makeData(
  initdb: string,
  {
    postgres,
    password,
    templates,
    ...place
  }: Place & { postgres: string; data: string; password: string; templates?: string | undefined },
): Promise<void> {
  const { data, user } = place;
  if (isKept) {
    await initialise(initdb, { ...place, password });
    return;
  }
  const forgotten = randomBytes(16).toString("hex");
  const make = (made: string) => initialise(initdb, { ...place, data: made, password: forgotten });
  const told = { ...place, postgres, password };
  await newData({ data, user, program: initdb, make, templates });
  if ((await tellPassword(told)) === undefined) return;
  await forgetTemplate({ program: initdb, templates });
  await rm(data, removal);
  await make(data);
  const trouble = await tellPassword(told);
  if (trouble)
    throw new Unavailable(`the embedded PostgreSQL cannot take its password: ${whyEnded(trouble, place)}`, trouble);
}

async function initialise(
  initdb: string,
  { folder, user, data, password }: Place & { data: string; password: string },
): Promise<void> {
  const passwordFile = join(folder, "password");
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user) await chown(passwordFile, user.uid, user.gid);
  const sync = isKept ? [] : ["--no-sync"];
  const made = run(initdb, ["-D", data, `--pwfile=${passwordFile}`, ...initdbOptions, ...sync], {
    folder,
    user,
    isShort: true,
  });
  if (!(await made.ended))
    throw new Unavailable(`the embedded PostgreSQL cannot make its data folder: ${whyEnded(made, { folder })}`, made);
  await rm(passwordFile);
}

/** Gives the administrator a password, while no server runs that could be reached. Resolves to what failed, if it did. */
async function tellPassword({
  postgres,
  data,
  password,
  ...place
}: Place & { postgres: string; data: string; password: string }): Promise<KeptProcess | undefined> {
  // Not on the command line, where others would see it.
  const input = `ALTER ROLE postgres PASSWORD '${password.replaceAll("'", "''")}'\n`;
  const alone = run(postgres, ["--single", "-D", data, ...flags({ ...hasty, ...usualSettings }), "postgres"], {
    ...place,
    input,
    isShort: true,
  });
  const isWell = await alone.ended;
  return isWell && !alone.log.some((line) => /\b(?:ERROR|FATAL|PANIC):/.test(line)) ? undefined : alone;
}

function flags(settings: Settings): readonly string[] {
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** Starts the server on a free port, or on the one that clusters know it by. Resolves to the port. */
async function startServer(
  postgres: string,
  { settings, ...place }: Place & { data: string; settings: Settings; port?: number | undefined },
): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = place.port ?? (await (isKept ? freePortToKeep() : freePort()));
    const server = run(
      postgres,
      ["-D", place.data, ...flags({ ...usualSettings, ...settings, port: `${port}` })],
      place,
    );
    if (await server.says("database system is ready to accept connections")) {
      startAgain = () => startServer(postgres, { settings, ...place, port });
      return port;
    }
    const taken = server.log.some((line) => line.includes("Address already in use"));
    if (server.log.some((line) => line.includes('lock file "postmaster.pid" already exists'))) {
      if (attempt < dataAttempts) {
        await pause(pauseMilliseconds);
        continue;
      }
      throw new Unavailable(
        `another understudy up runs on the same --store and uses the PostgreSQL in ${place.data}`,
        server,
      );
    }
    if (taken && place.port !== undefined) {
      if (attempt < keptPortAttempts) {
        await pause(pauseMilliseconds);
        continue;
      }
      const why = `clusters know the kept PostgreSQL at port ${port}, which is in use`;
      throw new Unavailable(`${why}: end what listens there`, server);
    }
    if (!taken || attempt === portAttempts) {
      throw new Unavailable(`the embedded PostgreSQL does not start: ${whyEnded(server, place)}`, server);
    }
  }
}

function run(
  path: string,
  parameters: readonly string[],
  place: Place & { input?: string; isShort?: boolean },
): KeptProcess {
  if (unwanted) throw new Error("the database is not wanted any more");
  running = startKeptProcess(path, parameters, place);
  return running;
}
