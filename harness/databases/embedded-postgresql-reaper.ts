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
 * `password` is that of the new administrator `postgres`. `keep` is the folder of persistent data, if any. `settings`
 * replace the defaults.
 */
export type EmbeddedPostgresqlTask = Readonly<{
  initdb: string;
  postgres: string;
  password: string;
  keep?: string;
  settings: Settings;
  isEncrypted: boolean;
  /** Folder in which data templates are stored. Default: that of {@link newData}. */
  templates?: string;
}>;
export type EmbeddedPostgresqlReady = Readonly<{ port: number; password: string }>;

type Settings = Readonly<Record<string, string>>;

/**
 * Maximum number of attempts to start the server, each on a different port, since another program may take a free port
 * first.
 */
const portAttempts = 5;

/** Maximum number of attempts to start the server while another one uses the data and may still be shutting down. */
const dataAttempts = 50;
const keptPortAttempts = 25;
const pauseMilliseconds = 200;

/** Includes retries, because a process that was just killed may still write files. */
const removal = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 } as const;

/** Without `--auth`, the server would accept logins over 127.0.0.1 without a password. */
const initdbOptions: readonly string[] = [
  "--username=postgres",
  "--auth=scram-sha-256",
  "--encoding=UTF8",
  "--locale=C",
  "--no-instructions",
  "--wal-segsize=1",
];

const temporaryDataSettings: Settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/** Avoids socket files, and shared memory that could remain after a crash. */
const defaultSettings: Settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  shared_buffers: "16MB",
  dynamic_shared_memory_type: "mmap",
  wal_level: "minimal",
  max_wal_senders: "0",
  timezone: "UTC",
  log_timezone: "UTC",
  // Statements contain passwords, which must not be logged.
  log_min_error_statement: "panic",
};

/** Signal for PostgreSQL's fast shutdown, which writes all data first. The immediate shutdown (SIGQUIT) does not. */
const fastShutdown = "SIGINT";

let folder: string | undefined;
let running: KeptProcess | undefined;
let startAgain: (() => Promise<unknown>) | undefined;
let isEnding = false;
let isKept = false;

reapWhenOrphaned<EmbeddedPostgresqlTask, EmbeddedPostgresqlReady>({
  async begin({ initdb, postgres, password, keep, settings: requested, isEncrypted, templates }) {
    // Synchronous, so that `end` sees every folder that was created.
    folder = mkdtempSync(join(tmpdir(), "understudy-postgresql-"));
    const user = await unprivilegedUser();
    const bin = await programs(dirname(postgres), { folder, user });
    const context = { folder, user };
    const [make, program] = [join(bin, basename(initdb)), join(bin, basename(postgres))];
    const settings = { ...(isEncrypted ? await encryption(context) : {}), ...requested };
    if (keep === undefined) {
      const data = join(folder, "data");
      await makeData(make, { ...context, postgres: program, data, password, templates });
      return {
        port: await startServer(program, { ...context, data, settings: { ...temporaryDataSettings, ...settings } }),
        password,
      };
    }
    isKept = true;
    const { data, server } = await persistentData(keep, {
      password,
      user,
      make: (begun) => makeData(make, { ...context, postgres: program, data: begun, password }),
    });
    const port = await startServer(program, { ...context, data, settings, port: server.port });
    if (port !== server.port) await rememberServer({ data, user }, { ...server, port });
    return { port, password: server.password };
  },
  tasks: {
    pause: async () => running?.pause(),
    resume: async () => running?.resume(),
    async restart() {
      await running?.stop(fastShutdown);
      await startAgain?.();
    },
  },
  async end(begun) {
    isEnding = true;
    await running?.stop(isKept ? fastShutdown : "SIGQUIT");
    // Files that are created during the removal would remain.
    await begun;
    if (folder) await rm(folder, removal);
  },
});

type RunContext = Readonly<{ folder: string; user: SystemUser | undefined }>;

async function encryption({ folder: at, user }: RunContext): Promise<Settings> {
  const files = {
    ssl_cert_file: serverCertificate,
    ssl_key_file: serverKey,
    ssl_ca_file: authorityCertificate,
    hba_file: loginRules,
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

/** Returns the folder of the programs. If `user` cannot execute them, returns the folder of a copy that `user` owns. */
async function programs(bin: string, { folder, user }: RunContext): Promise<string> {
  if (user) await chown(folder, user.uid, user.gid);
  if (!user || (await canStart(join(bin, "postgres"), user))) return bin;
  const copy = join(folder, "programs");
  await cp(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
  await handOver(copy, user);
  return join(copy, basename(bin));
}

/**
 * Creates the data folder of a server with this administrator password. Temporary data are copied from a template if
 * there is one.
 */
async function makeData(
  initdb: string,
  {
    postgres,
    password,
    templates,
    ...context
  }: RunContext & { postgres: string; data: string; password: string; templates?: string | undefined },
): Promise<void> {
  const { data, user } = context;
  if (isKept) {
    await initialise(initdb, { ...context, password });
    return;
  }
  const forgotten = randomBytes(16).toString("hex");
  const make = (made: string) => initialise(initdb, { ...context, data: made, password: forgotten });
  const login = { ...context, postgres, password };
  await newData({ data, user, program: initdb, make, templates });
  if ((await setPassword(login)) === undefined) return;
  await forgetTemplate({ program: initdb, templates });
  await rm(data, removal);
  await make(data);
  const trouble = await setPassword(login);
  if (trouble)
    throw new Unavailable(`the embedded PostgreSQL cannot take its password: ${whyEnded(trouble, context)}`, trouble);
}

async function initialise(
  initdb: string,
  { folder, user, data, password }: RunContext & { data: string; password: string },
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

/**
 * Sets the administrator's password in single-user mode. Resolves to the process if it failed, otherwise to undefined.
 */
async function setPassword({
  postgres,
  data,
  password,
  ...context
}: RunContext & { postgres: string; data: string; password: string }): Promise<KeptProcess | undefined> {
  // The password is not on the command line, where others could see it.
  const input = `ALTER ROLE postgres PASSWORD '${password.replaceAll("'", "''")}'\n`;
  const alone = run(
    postgres,
    ["--single", "-D", data, ...flags({ ...temporaryDataSettings, ...defaultSettings }), "postgres"],
    {
      ...context,
      input,
      isShort: true,
    },
  );
  const isWell = await alone.ended;
  return isWell && !alone.log.some((line) => /\b(?:ERROR|FATAL|PANIC):/.test(line)) ? undefined : alone;
}

function flags(settings: Settings): readonly string[] {
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

async function startServer(
  postgres: string,
  { settings, ...context }: RunContext & { data: string; settings: Settings; port?: number | undefined },
): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = context.port ?? (await (isKept ? freePortToKeep() : freePort()));
    const server = run(
      postgres,
      ["-D", context.data, ...flags({ ...defaultSettings, ...settings, port: `${port}` })],
      context,
    );
    if (await server.says("database system is ready to accept connections")) {
      startAgain = () => startServer(postgres, { settings, ...context, port });
      return port;
    }
    const taken = server.log.some((line) => line.includes("Address already in use"));
    if (server.log.some((line) => line.includes('lock file "postmaster.pid" already exists'))) {
      if (attempt < dataAttempts) {
        await pause(pauseMilliseconds);
        continue;
      }
      throw new Unavailable(
        `another understudy up runs on the same --store and uses the PostgreSQL in ${context.data}`,
        server,
      );
    }
    if (taken && context.port !== undefined) {
      if (attempt < keptPortAttempts) {
        await pause(pauseMilliseconds);
        continue;
      }
      const why = `clusters know the kept PostgreSQL at port ${port}, which is in use`;
      throw new Unavailable(`${why}: end what listens there`, server);
    }
    if (!taken || attempt === portAttempts) {
      throw new Unavailable(`the embedded PostgreSQL does not start: ${whyEnded(server, context)}`, server);
    }
  }
}

function run(
  path: string,
  parameters: readonly string[],
  context: RunContext & { input?: string; isShort?: boolean },
): KeptProcess {
  if (isEnding) throw new Error("the database is not wanted any more");
  running = startKeptProcess(path, parameters, context);
  return running;
}
