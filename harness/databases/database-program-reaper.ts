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

/** Paths of a product's programs, the password that its administrator gets, and whether the server requires TLS. */
export type DatabaseProgramTask = Readonly<{
  product: "mariadb" | "redis";
  server: string;
  /** "" where none is needed. */
  install: string;
  password: string;
  isEncrypted: boolean;
}>;
export type DatabaseProgramReady = Readonly<{ port: number }>;

/** A port that is free now may be taken a moment later by a server that starts beside us. */
const portAttempts = 5;

/** A process that was killed a moment ago may still have been writing into the folder. */
const removal = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 } as const;

type Place = Readonly<{ folder: string; user: SystemUser | undefined }>;

/** What there is by now, and so what has to go. */
let folder: string | undefined;
let running: KeptProcess | undefined;
/** Once it has started: it has its users then, and begins with none of what makes them. */
let startAgain: (() => Promise<void>) | undefined;
let unwanted = false;

reapWhenOrphaned<DatabaseProgramTask, DatabaseProgramReady>({
  async begin(task) {
    // In one go, so that there is no folder that `end` does not know of.
    folder = mkdtempSync(join(tmpdir(), `understudy-${task.product}-`));
    const place = { folder, user: await unprivilegedUser() };
    if (place.user) await chown(folder, place.user.uid, place.user.gid);
    if (task.product === "mariadb") await installMariadb(task, place);
    for (let attempt = 1; ; attempt++) {
      const port = await freePort();
      const start = () => (task.product === "mariadb" ? startMariadb : startRedis)(task, port, place);
      const server = await start();
      if (await server.says(ready[task.product])) {
        startAgain = async () => {
          const next = await start();
          if (!(await next.says(ready[task.product])))
            throw new Error(`it does not start again: ${whyEnded(next, place)}`);
        };
        return { port };
      }
      const isTaken = server.log.some((line) => line.includes("Address already in use"));
      if (!isTaken || attempt === portAttempts)
        throw new Unavailable(`${task.server} does not start: ${whyEnded(server, place)}`, server);
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
  async end() {
    unwanted = true;
    await running?.stop("SIGKILL");
    if (folder) await rm(folder, removal);
  },
});

/** What each server says when it takes connections. */
const ready = { mariadb: "ready for connections", redis: "Ready to accept connections" } as const;

/** Made once and copied: who may log in is said when the server starts. */
async function installMariadb({ install }: { install: string }, place: Place): Promise<void> {
  const data = join(place.folder, "data");
  await newData({
    data,
    user: place.user,
    program: install,
    make: (made) => makeMariadb(install, { ...place, data: made }),
  });
}

async function makeMariadb(install: string, { data, ...place }: Place & { data: string }): Promise<void> {
  const made = run(
    install,
    [
      "--no-defaults",
      `--datadir=${data}`,
      `--tmpdir=${place.folder}`,
      "--auth-root-authentication-method=normal",
      "--skip-test-db",
      // Without it the name of this machine is looked up first, and one that is found late or not at all is an end of it.
      "--force",
      ...thrifty,
    ],
    { ...place, isShort: true },
  );
  if (!(await made.ended))
    throw new Unavailable(`${install} cannot make a data folder: ${whyEnded(made, place)}`, made);
}

/** Several servers start side by side, and each would take 128 MB of memory and 96 MB of disk to begin with. */
const thrifty = ["--innodb-buffer-pool-size=16M", "--innodb-log-file-size=16M"] as const;

/** Paths of the server's certificate, its key, and the authority that both are from. */
async function certificateFiles(place: Place): Promise<Readonly<Record<"certificate" | "key" | "authority", string>>> {
  return {
    certificate: await secretFile("server.pem", place, [serverCertificate]),
    key: await secretFile("server.key", place, [serverKey]),
    authority: await secretFile("authority.pem", place, [authorityCertificate]),
  };
}

/** Data that is thrown away need not survive a power cut. */
async function startMariadb(
  { server, password, isEncrypted }: DatabaseProgramTask,
  port: number,
  place: Place,
): Promise<KeptProcess> {
  const { folder: at } = place;
  const files = isEncrypted ? await certificateFiles(place) : undefined;
  // Users without a password are removed; the first statements that the server runs say who may log in.
  const first = await secretFile("first.sql", place, [
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
      // The server's own user may not be able to write to the system's, and then it does not start.
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
    place,
  );
}

async function startRedis(
  { server, password, isEncrypted }: DatabaseProgramTask,
  port: number,
  place: Place,
): Promise<KeptProcess> {
  const files = isEncrypted ? await certificateFiles(place) : undefined;
  const users = join(place.folder, "users.acl");
  if (!existsSync(users)) await secretFile("users.acl", place, [`user default on >${password} ~* &* +@all`]);
  const settings = await secretFile("redis.conf", place, [
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
    `dir ${place.folder}`,
    'save ""',
    "appendonly no",
    // Where users stand that are to be there after a restart.
    `aclfile ${users}`,
  ]);
  return run(server, [settings], place);
}

/** A file that only the server's user may read: on a command line others would see the password. */
async function secretFile(name: string, { folder: at, user }: Place, lines: readonly string[]): Promise<string> {
  const path = join(at, name);
  await writeFile(path, `${lines.join("\n")}\n`, { mode: 0o600 });
  if (user) await chown(path, user.uid, user.gid);
  return path;
}

function run(path: string, parameters: readonly string[], place: Place & { isShort?: boolean }): KeptProcess {
  if (unwanted) throw new Error("the database is not wanted any more");
  running = startKeptProcess(path, parameters, place);
  return running;
}
