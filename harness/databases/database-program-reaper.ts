import { existsSync, mkdtempSync } from "node:fs";
import { chown, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reapWhenOrphaned } from "#harness/reaper/reap-when-orphaned.ts";
import { Unavailable } from "#harness/reaper/unavailable.ts";
import { newData } from "./data-template.ts";
import { freePort } from "./free-port.ts";
import { authorityCertificate, serverCertificate, serverKey } from "./known-authority.ts";
import { type KeptProcess, startKeptProcess } from "./persistent-process.ts";
import { type SystemUser, unprivilegedUser } from "./unprivileged-user.ts";
import { whyEnded } from "./why-ended.ts";

/** `password` is that of the administrator. With `isEncrypted`, the server requires TLS. */
export type DatabaseProgramTask = Readonly<{
  product: "mariadb" | "redis";
  server: string;
  /** Path of the program that creates the data folder; "" if the product needs none. */
  install: string;
  password: string;
  isEncrypted: boolean;
}>;
export type DatabaseProgramReady = Readonly<{ port: number }>;

/**
 * Maximum number of attempts to start the server, each on a different port, since another program may take a free port
 * first.
 */
const portAttempts = 5;

/** Includes retries, because a process that was just killed may still write files. */
const removal = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 } as const;

type RunContext = Readonly<{ folder: string; user: SystemUser | undefined }>;

let folder: string | undefined;
let running: KeptProcess | undefined;
/** Starts the server again with the same data and port. Undefined before the first start has succeeded. */
let startAgain: (() => Promise<void>) | undefined;
let isEnding = false;

reapWhenOrphaned<DatabaseProgramTask, DatabaseProgramReady>({
  async begin(task) {
    // Synchronous, so that `end` sees every folder that was created.
    folder = mkdtempSync(join(tmpdir(), `understudy-${task.product}-`));
    const context = { folder, user: await unprivilegedUser() };
    if (context.user) await chown(folder, context.user.uid, context.user.gid);
    if (task.product === "mariadb") await installMariadb(task, context);
    for (let attempt = 1; ; attempt++) {
      const port = await freePort();
      const start = () => (task.product === "mariadb" ? startMariadb : startRedis)(task, port, context);
      const server = await start();
      if (await server.says(ready[task.product])) {
        startAgain = async () => {
          const next = await start();
          if (!(await next.says(ready[task.product])))
            throw new Error(`it does not start again: ${whyEnded(next, context)}`);
        };
        return { port };
      }
      const isTaken = server.log.some((line) => line.includes("Address already in use"));
      if (!isTaken || attempt === portAttempts)
        throw new Unavailable(`${task.server} does not start: ${whyEnded(server, context)}`, server);
    }
  },
  tasks: {
    pause: async () => running?.pause(),
    resume: async () => running?.resume(),
    async restart() {
      await running?.stop("SIGTERM");
      await startAgain?.();
    },
  },
  async end(begun) {
    isEnding = true;
    await running?.stop("SIGKILL");
    // Files that are created during the removal would remain.
    await begun;
    if (folder) await rm(folder, removal);
  },
});

const ready = { mariadb: "ready for connections", redis: "Ready to accept connections" } as const;

async function installMariadb({ install }: { install: string }, context: RunContext): Promise<void> {
  const data = join(context.folder, "data");
  await newData({
    data,
    user: context.user,
    program: install,
    make: (made) => makeMariadb(install, { ...context, data: made }),
  });
}

async function makeMariadb(install: string, { data, ...context }: RunContext & { data: string }): Promise<void> {
  const made = run(
    install,
    [
      "--no-defaults",
      `--datadir=${data}`,
      `--tmpdir=${context.folder}`,
      "--auth-root-authentication-method=normal",
      "--skip-test-db",
      // Without it the program resolves the host name first, and fails if it cannot.
      "--force",
      ...thrifty,
    ],
    { ...context, isShort: true },
  );
  if (!(await made.ended))
    throw new Unavailable(`${install} cannot make a data folder: ${whyEnded(made, context)}`, made);
}

/** Limits memory and disk use, because several servers run at the same time. */
const thrifty = ["--innodb-buffer-pool-size=16M", "--innodb-log-file-size=16M"] as const;

async function certificateFiles(
  context: RunContext,
): Promise<Readonly<Record<"certificate" | "key" | "authority", string>>> {
  return {
    certificate: await secretFile("server.pem", context, [serverCertificate]),
    key: await secretFile("server.key", context, [serverKey]),
    authority: await secretFile("authority.pem", context, [authorityCertificate]),
  };
}

async function startMariadb(
  { server, password, isEncrypted }: DatabaseProgramTask,
  port: number,
  context: RunContext,
): Promise<KeptProcess> {
  const { folder: at } = context;
  const files = isEncrypted ? await certificateFiles(context) : undefined;
  // Statements that the server runs first. They delete users without a password and create the administrator.
  const first = await secretFile("first.sql", context, [
    "DELETE FROM mysql.global_priv WHERE User <> 'mariadb.sys';",
    "FLUSH PRIVILEGES;",
    `CREATE USER 'root'@'%' IDENTIFIED BY '${password}';`,
    "GRANT ALL PRIVILEGES ON *.* TO 'root'@'%' WITH GRANT OPTION;",
  ]);
  return run(
    server,
    [
      "--no-defaults",
      `--datadir=${join(at, "data")}`,
      // The server's user may lack write access to the system's temporary folder.
      `--tmpdir=${at}`,
      `--socket=${join(at, "socket")}`,
      `--pid-file=${join(at, "pid")}`,
      ...(startAgain ? [] : [`--init-file=${first}`]),
      `--port=${port}`,
      "--bind-address=127.0.0.1",
      "--skip-name-resolve",
      "--skip-log-bin",
      "--performance-schema=OFF",
      ...thrifty,
      "--innodb-flush-log-at-trx-commit=0",
      "--sync-frm=OFF",
      "--default-time-zone=+00:00",
      ...(files
        ? [`--ssl-cert=${files.certificate}`, `--ssl-key=${files.key}`, "--require-secure-transport=ON"]
        : ["--skip-ssl"]),
    ],
    context,
  );
}

async function startRedis(
  { server, password, isEncrypted }: DatabaseProgramTask,
  port: number,
  context: RunContext,
): Promise<KeptProcess> {
  const files = isEncrypted ? await certificateFiles(context) : undefined;
  const users = join(context.folder, "users.acl");
  if (!existsSync(users)) await secretFile("users.acl", context, [`user default on >${password} ~* &* +@all`]);
  const settings = await secretFile("redis.conf", context, [
    ...(files
      ? [
          "port 0",
          `tls-port ${port}`,
          `tls-cert-file ${files.certificate}`,
          `tls-key-file ${files.key}`,
          `tls-ca-cert-file ${files.authority}`,
          "tls-auth-clients no",
        ]
      : [`port ${port}`]),
    "bind 127.0.0.1",
    `dir ${context.folder}`,
    'save ""',
    "appendonly no",
    // Users in this file survive a restart.
    `aclfile ${users}`,
  ]);
  return run(server, [settings], context);
}

/** Writes a file that only the server's user can read. On a command line, secrets would be visible to other users. */
async function secretFile(name: string, { folder: at, user }: RunContext, lines: readonly string[]): Promise<string> {
  const path = join(at, name);
  await writeFile(path, `${lines.join("\n")}\n`, { mode: 0o600 });
  if (user) await chown(path, user.uid, user.gid);
  return path;
}

function run(path: string, parameters: readonly string[], context: RunContext & { isShort?: boolean }): KeptProcess {
  if (isEnding) throw new Error("the database is not wanted any more");
  running = startKeptProcess(path, parameters, context);
  return running;
}
