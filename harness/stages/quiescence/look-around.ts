import type { Store } from "#engine/ports/store.ts";
import { catalogue } from "./catalogue.ts";
import type { WatchedRole } from "./play-watch.ts";
import { replicationStatuses } from "./replication-statuses.ts";
import type { RestingStage } from "./resting-stage.ts";
import { sharedKeys, storedLeases } from "./stored.ts";

/** A policy that no scenario uses. It is written to check that writes succeed. */
const policy = {
  path: "sys/policies/acl/written-at-rest",
  body: { policy: 'path "nowhere" { capabilities = ["read"] }' },
};

export async function lookAround(stage: RestingStage): Promise<void> {
  const { watch } = stage;
  if (watch.users.size > 0) await noteUsers(stage);
  if (watch.isReplicated) await noteReplication(stage);
  for (const [user, role] of watch.roles) await logInAs(user, { role, stage });
}

/** Records leases before users: if a user is removed meanwhile, its lease is removed later. */
async function noteUsers(stage: RestingStage): Promise<void> {
  const { history, clusters } = stage;
  for (const { name } of clusters) {
    const leases = await stored(stage, name, storedLeases);
    if (leases)
      history.note({
        type: "survey",
        of: "leases",
        cluster: name,
        items: Object.fromEntries(leases.map((id) => [id, ""])),
      });
  }
  const users = await catalogue(stage);
  if (users) history.note({ type: "survey", of: "database users", items: users });
}

async function noteReplication(stage: RestingStage): Promise<void> {
  const { watch, history } = stage;
  const statuses = await replicationStatuses(stage.clusters);
  const linked = statuses.flatMap(({ cluster, state, data }) => {
    const primary = state === "stream-wals" ? watch.streaming.primaryOf(cluster, data) : undefined;
    return primary === undefined ? [] : [{ cluster, primary }];
  });
  const [{ primary } = {}] = linked;
  if (primary === undefined) return;
  const inOrder = [primary, ...linked.map(({ cluster }) => cluster)];
  for (const cluster of watch.isFiltered ? [] : inOrder) {
    const shared = await stored(stage, cluster, sharedKeys);
    if (shared !== undefined) history.note({ type: "survey", of: "keys", cluster, items: { shared } });
  }
  // The primary is tried first: a primary that refuses writes also refuses forwarded ones.
  for (const cluster of inOrder) if (!(await writePolicy(stage, cluster)) && cluster === primary) return;
}

async function stored<T>(
  stage: RestingStage,
  cluster: string,
  look: (store: Store) => Promise<T>,
): Promise<T | undefined> {
  const store = stage.storeOf(cluster);
  return store && (await look(store).catch(() => undefined));
}

async function writePolicy({ clusters }: RestingStage, cluster: string): Promise<boolean> {
  const at = clusters.find(({ name }) => name === cluster);
  const { rootToken: token = "" } = at ?? {};
  const reply = await at?.call({ method: "POST", token, ...policy }).catch(() => undefined);
  return reply !== undefined && reply.status < 300;
}

async function logInAs(
  user: string,
  { role, stage }: Readonly<{ role: WatchedRole; stage: RestingStage }>,
): Promise<void> {
  const [server, ...others] = stage.servers;
  const newest = stage.watch.isReplicated ? stage.watch.primary : role.cluster;
  const at = stage.clusters.find(({ name }) => name === newest);
  if (!server || others.length > 0 || !at) return;
  const path = role.path.replace(/static-roles\/([^/]+)$/, "static-creds/$1");
  const reply = await at.call({ method: "GET", path, token: at.rootToken }).catch(() => undefined);
  const { username, password } = reply?.body?.data ?? {};
  if (username !== user || typeof password !== "string") return;
  await server.accepts(user, password).catch(() => undefined);
}
