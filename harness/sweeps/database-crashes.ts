import type { ClusterActor } from "#harness/stages/cluster-actor.ts";
import { simulated } from "#harness/stages/simulated.ts";
import type { Stage } from "#harness/stages/stage.ts";
import { actorOf } from "./actor-of.ts";

/** A failpoint of the database secrets engine at which to crash, and the task during which the engine reaches it. */
export type DatabaseCrash = Readonly<{ task: keyof typeof tasks; failpoint: string }>;

/** How the service recovers after the crash: the crashed primary restarts, or the secondary is promoted. */
export type Recovery = "restart" | "promotion";

const minute = 60_000;
const hour = 60 * minute;
/** Duration of the leases of a sweep in seconds. They end before the check for remaining users, an hour later. */
const leaseSeconds = 30 * 60;
const recoveryMilliseconds = minute;
/** Maximum time in milliseconds until the secondary can be promoted: it must first detect the loss of the primary. */
const timeout = { within: minute };

const operatorPassword = "operator-of-the-sweep";
const knownPassword = "known-to-the-sweep";

type Fixture = Readonly<{ stage: Stage; oslo: ClusterActor; lima: ClusterActor; secrets: Set<string> }>;

type Task = Readonly<{
  hasLeases?: boolean;
  prepare?(fixture: Fixture): Promise<unknown>;
  run(fixture: Fixture): Promise<unknown>;
}>;

const createUser = `CREATE ROLE "{{name}}" WITH LOGIN PASSWORD '{{password}}' VALID UNTIL '{{expiration}}'`;
const staticRole = { db_name: "main", username: "app", rotation_period: "24h" };

const tasks = {
  "credentials are issued": { hasLeases: true, run: ({ oslo }) => oslo.read("database/creds/reporting") },
  "credentials cannot be issued": { hasLeases: true, run: ({ oslo }) => oslo.read("database/creds/broken") },
  "a lease is renewed": leased((oslo, lease_id) =>
    oslo.write("sys/leases/renew", { lease_id, increment: leaseSeconds }),
  ),
  "a lease is revoked": leased((oslo, lease_id) => oslo.write("sys/leases/revoke", { lease_id })),
  "a static role is created": { run: ({ oslo }) => oslo.write("database/static-roles/app", staticRole) },
  "a static role is rotated": {
    prepare: ({ oslo }) => oslo.write("database/static-roles/app", staticRole),
    run: ({ oslo }) => oslo.write("database/rotate-role/app"),
  },
  "the root user is rotated": { run: ({ oslo }) => oslo.write("database/rotate-root/main") },
} as const satisfies Readonly<Record<string, Task>>;

function leased(run: (oslo: ClusterActor, lease: string) => Promise<unknown>): Task {
  let lease = "";
  return {
    hasLeases: true,
    async prepare({ oslo, secrets }) {
      const answer = await oslo.send("GET", "database/creds/reporting");
      secrets.add(String(answer.data?.password));
      lease = answer.lease_id ?? "";
    },
    run: ({ oslo }) => run(oslo, lease),
  };
}

/** Failpoints of the database secrets engine, and tasks that reach them. */
export const databaseCrashes: readonly DatabaseCrash[] = [
  { task: "credentials are issued", failpoint: "lease recorded" },
  { task: "credentials are issued", failpoint: "user made" },
  { task: "credentials cannot be issued", failpoint: "lease recorded" },
  { task: "credentials cannot be issued", failpoint: "user not made" },
  { task: "a lease is renewed", failpoint: "user extended" },
  { task: "a lease is revoked", failpoint: "user dropped" },
  ...["rotation announced", "rotation done in the database", "rotation recorded"].flatMap(
    (failpoint) =>
      [
        { task: "a static role is created", failpoint },
        { task: "a static role is rotated", failpoint },
      ] as const,
  ),
  ...["root rotation announced", "root rotation done in the database", "root rotation recorded"].map(
    (failpoint) => ({ task: "the root user is rotated", failpoint }) as const,
  ),
];

/**
 * Crashes Oslo at a failpoint during a task, recovers, and returns the violations. Rejects if the failpoint is not
 * reached.
 */
export async function sweepDatabaseCrash(
  { task, failpoint }: DatabaseCrash,
  { recovery, seed }: Readonly<{ recovery: Recovery; seed: number }>,
): Promise<readonly string[]> {
  const topology = { name: "sweep", clusters: ["Oslo", "Lima"] };
  await using stage = await simulated({ seed, topology, sealed: true });
  const keys = new Map<string, readonly string[]>();
  const oslo = await initialized(stage, "Oslo", keys);
  const lima = await linked(oslo, await initialized(stage, "Lima", keys), stage);
  const fixture: Fixture = { stage, oslo, lima, secrets: new Set([knownPassword]) };
  await configure(fixture);
  const todo: Task = tasks[task];
  await todo.prepare?.(fixture);
  await caughtUp(fixture);
  // The cluster restarts sealed, and does nothing until it is unsealed.
  await oslo.crashAt(failpoint, () => todo.run(fixture));
  let recovered = oslo;
  if (recovery === "restart") await unseal(oslo, keys);
  else {
    await stage.eventually(() => lima.promoteByForce(), timeout);
    recovered = lima;
  }
  await stage.pass(recoveryMilliseconds);
  const wrong = [...(await wrongPasswords(fixture, recovered)), ...(await unusable(fixture, recovered))];
  // A primary that was replaced by force does not notice, and would continue its task. So it is unsealed only to revoke
  // its leases.
  if (recovery === "promotion" && todo.hasLeases) await unseal(oslo, keys);
  await stage.pass(hour);
  const serving = recovery === "promotion" && !todo.hasLeases ? [lima] : [oslo, lima];
  return [
    ...wrong,
    ...(await orphans(fixture, serving)),
    ...(await wrongPasswords(fixture, recovered)),
    ...loggedSecrets(fixture),
  ];
}

async function initialized(stage: Stage, name: string, keys: Map<string, readonly string[]>): Promise<ClusterActor> {
  const unauthenticated = actorOf(stage, name);
  const { keys: shares, root_token } = await unauthenticated.send("PUT", "sys/init", {
    secret_shares: 1,
    secret_threshold: 1,
  });
  keys.set(name, shares as readonly string[]);
  const actor = actorOf(stage, name, String(root_token));
  await unseal(actor, keys);
  return actor;
}

async function unseal(actor: ClusterActor, keys: ReadonlyMap<string, readonly string[]>): Promise<void> {
  for (const key of keys.get(actor.name) ?? []) await actor.send("PUT", "sys/unseal", { key });
}

async function linked(oslo: ClusterActor, lima: ClusterActor, stage: Stage): Promise<ClusterActor> {
  const policy = 'path "*" { capabilities = ["create", "read", "update", "delete", "list", "sudo"] }';
  await oslo.write("sys/policies/acl/operator", { policy });
  await oslo.write("sys/auth/userpass", { type: "userpass" });
  await oslo.write("auth/userpass/users/operator", { password: operatorPassword, token_policies: "operator" });
  await oslo.enablePrimary();
  await lima.enableSecondary(await oslo.secondaryToken("lima"));
  await lima.streams();
  const { auth } = await lima.write("auth/userpass/login/operator", { password: operatorPassword });
  return actorOf(stage, "Lima", String(auth?.client_token));
}

async function configure({ stage, oslo, secrets }: Fixture): Promise<void> {
  const rootPassword = "dbadmin-of-the-sweep";
  secrets.add(rootPassword);
  await stage.database.run([
    `CREATE ROLE dbadmin WITH LOGIN CREATEROLE PASSWORD '${rootPassword}'`,
    `CREATE ROLE app WITH LOGIN PASSWORD '${knownPassword}'`,
    "GRANT app TO dbadmin WITH ADMIN OPTION",
  ]);
  await oslo.write("sys/mounts/database", { type: "database" });
  await oslo.write("database/config/main", {
    plugin_name: "postgresql-database-plugin",
    connection_url: stage.database.urlFor("{{username}}", "{{password}}"),
    username: "dbadmin",
    password: rootPassword,
    allowed_roles: "*",
  });
  const times = { default_ttl: leaseSeconds, max_ttl: leaseSeconds };
  const role = { db_name: "main", creation_statements: [createUser], ...times };
  const broken = [createUser, `GRANT SELECT ON no_such_table TO "{{name}}"`];
  await oslo.write("database/roles/reporting", role);
  await oslo.write("database/roles/broken", { ...role, creation_statements: broken });
}

async function caughtUp({ stage, oslo, lima }: Fixture): Promise<void> {
  const { last_performance_wal = 0 } = await oslo.status();
  await stage.eventually(async () => {
    if (((await lima.status()).last_remote_wal ?? 0) < last_performance_wal) throw new Error("Lima is behind Oslo");
  });
}

async function wrongPasswords({ stage, secrets }: Fixture, cluster: ClusterActor): Promise<readonly string[]> {
  const request = { method: "GET", path: "database/static-creds/app", token: cluster.rootToken } as const;
  const { status, body } = await cluster.ask(request);
  const stored = status === 200 ? String(body?.data?.password) : knownPassword;
  secrets.add(stored);
  const wrong: string[] = [];
  if (!(await stage.database.accepts("app", stored))) wrong.push("the password of the static role does not log in");
  if (stored !== knownPassword && (await stage.database.accepts("app", knownPassword)))
    wrong.push("the password from before the static role still logs in");
  return wrong;
}

async function unusable({ secrets }: Fixture, cluster: ClusterActor): Promise<readonly string[]> {
  const { status, body } = await cluster.ask({
    method: "GET",
    path: "database/creds/reporting",
    token: cluster.rootToken,
  });
  if (status !== 200) return [`no credentials can be issued: ${body?.errors?.join("; ")}`];
  secrets.add(String(body?.data?.password));
  return [];
}

async function orphans({ stage }: Fixture, serving: readonly ClusterActor[]): Promise<readonly string[]> {
  const users = await stage.database.column("SELECT rolname FROM pg_catalog.pg_roles");
  const left = users.filter((name) => name.startsWith("v-")).map((name) => `the user ${name} is left over`);
  for (const cluster of serving) {
    const { body } = await cluster.ask({
      method: "LIST",
      path: "sys/leases/lookup/database/creds",
      token: cluster.rootToken,
    });
    for (const role of (body?.data?.keys ?? []) as readonly string[])
      left.push(`a lease of ${role} is left over in ${cluster.name}`);
  }
  return left;
}

function loggedSecrets({ stage, secrets }: Fixture): readonly string[] {
  const lines = JSON.stringify(stage.logs());
  return [...secrets].filter((secret) => lines.includes(secret)).map(() => "a password is in a log");
}
