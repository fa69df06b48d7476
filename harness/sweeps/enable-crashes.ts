import type { Listener } from "#harness/history/history.ts";
import { ClusterActor } from "#harness/stages/cluster-actor.ts";
import { simulated } from "#harness/stages/simulated.ts";
import type { Stage } from "#harness/stages/stage.ts";

/** A failpoint that a cluster comes to while Lima is enabled as a secondary of Oslo; it has passed it by `passes` times before. */
export type EnableCrash = Readonly<{ cluster: "Oslo" | "Lima"; failpoint: string; passes: number }>;

const seed = 1;
const performance = "sys/replication/performance";
const operatorPassword = "operator-of-the-sweep";
const policy = 'path "*" { capabilities = ["create", "read", "update", "delete", "list", "sudo"] }';
/** How long a cluster that comes back may take until it streams, in milliseconds of the stage: it dials again, and copies. */
const patience = { within: 60_000 };
/** How long is waited before it is looked what has become of a crash. */
const restMilliseconds = 10_000;

/** Two sealed clusters, each with an unseal key of its own: Oslo, a primary, and Lima, which stands alone. Each holds a secret. */
type Place = Readonly<{
  stage: Stage;
  oslo: ClusterActor;
  lima: ClusterActor;
  keys: Readonly<Record<"Oslo" | "Lima", string>>;
}>;

/** Every failpoint that either cluster comes to while Lima is enabled and copies, as often as it does, in that order. */
export async function enableCrashes(): Promise<readonly EnableCrash[]> {
  const found: EnableCrash[] = [];
  const count: Listener = (event) => {
    if (event.type !== "failpoint") return;
    const { cluster, place: failpoint } = event;
    if (cluster !== "Oslo" && cluster !== "Lima") return;
    const passes = found.filter((one) => one.cluster === cluster && one.failpoint === failpoint).length;
    found.push({ cluster, failpoint, passes });
  };
  await using stage = await opened();
  const place = await prepared(stage);
  stage.history.tell(count);
  await enable(place);
  await place.lima.streams();
  return found;
}

/**
 * Has a cluster die at a failpoint while Lima is enabled, and tells what is wrong then: Lima has to stand alone as before, with all that it had, under its
 * own unseal key, or to be a secondary that has nothing of that any more, under its primary's. Nothing is wrong with an empty list. Rejects when the
 * failpoint is not reached.
 */
export async function sweepEnableCrash({ cluster, failpoint, passes }: EnableCrash): Promise<readonly string[]> {
  await using stage = await opened();
  const place = await prepared(stage);
  const { oslo, lima, keys } = place;
  const dying = cluster === "Oslo" ? oslo : lima;
  const task = async () => {
    await enable(place);
    await stage.pass(restMilliseconds);
  };
  await dying.crashAt(failpoint, task, passes);
  const wrong: string[] = [];
  if (cluster === "Oslo") await unseal(oslo, keys.Oslo);
  else wrong.push(...(await unsealed(place)));
  await stage.pass(restMilliseconds);
  const { mode } = await lima.status();
  wrong.push(...(mode === "disabled" ? await wrongAlone(place) : await wrongSecondary(place)));
  if (mode === "disabled") {
    await revoke(oslo);
    await enable(place);
    wrong.push(...(await wrongSecondary(place)));
  }
  if ((await secretAt(oslo, "shared/sky", oslo.rootToken)) !== "blue") wrong.push("Oslo lost what it had");
  return wrong;
}

function opened() {
  return simulated({ seed, topology: { name: "sweep", clusters: ["Oslo", "Lima"] }, sealed: true });
}

async function prepared(stage: Stage): Promise<Place> {
  const [oslo, osloKey] = await initialised(stage, "Oslo");
  const [lima, limaKey] = await initialised(stage, "Lima");
  await oslo.write("sys/policies/acl/operator", { policy });
  await oslo.write("sys/auth/userpass", { type: "userpass" });
  await oslo.write("auth/userpass/users/operator", { password: operatorPassword, token_policies: "operator" });
  await oslo.write("sys/mounts/shared", { type: "kv" });
  await oslo.write("shared/sky", { value: "blue" });
  await lima.write("sys/mounts/own", { type: "kv" });
  await lima.write("own/sky", { value: "red" });
  await oslo.enablePrimary();
  return { stage, oslo, lima, keys: { Oslo: osloKey, Lima: limaKey } };
}

async function initialised(stage: Stage, name: string): Promise<readonly [ClusterActor, string]> {
  const shares = { secret_shares: 1, secret_threshold: 1 };
  const { keys, root_token: token } = await actorOf(stage, name).tell("PUT", "sys/init", shares);
  const [key = ""] = keys as readonly string[];
  const actor = actorOf(stage, name, String(token));
  await unseal(actor, key);
  return [actor, key];
}

function actorOf(stage: Stage, name: string, rootToken?: string): ClusterActor {
  const cluster = stage.clusters.find((one) => one.name === name);
  if (!cluster) throw new Error(`there is no cluster ${name} on this stage`);
  const known = rootToken === undefined ? cluster : { ...cluster, rootToken };
  return new ClusterActor(known, (look, bound) => stage.eventually(look, bound));
}

async function unseal(cluster: ClusterActor, key: string): Promise<boolean> {
  const { body } = await cluster.ask({ method: "PUT", path: "sys/unseal", body: { key } });
  return body?.sealed === false;
}

/** Unseals Lima; wrong is when not just one of the two unseal keys does, or the one that does not belong to what it is then. */
async function unsealed({ lima, keys }: Place): Promise<readonly string[]> {
  const byOwn = await unseal(lima, keys.Lima);
  const byPrimary = !byOwn && (await unseal(lima, keys.Oslo));
  if (!byOwn && !byPrimary) return ["neither its own unseal key nor that of its primary unseals Lima"];
  const { mode } = await lima.status();
  return byOwn === (mode === "disabled")
    ? []
    : [`Lima is ${mode}, and ${byOwn ? "its own" : "its primary's"} key unseals it`];
}

/** A token of Lima is made with an activation token of Oslo, as far as that answers. */
async function enable({ oslo, lima }: Place): Promise<void> {
  const { body } = await oslo.ask({
    method: "POST",
    path: `${performance}/primary/secondary-token`,
    token: oslo.rootToken,
    body: { id: "lima" },
  });
  const token = body?.wrap_info?.token;
  if (token === undefined) return;
  await lima.ask({ method: "POST", path: `${performance}/secondary/enable`, token: lima.rootToken, body: { token } });
}

/** Frees the name, where it was given out. */
async function revoke(oslo: ClusterActor): Promise<void> {
  const path = `${performance}/primary/revoke-secondary`;
  await oslo.ask({ method: "POST", path, token: oslo.rootToken, body: { id: "lima" } });
}

async function wrongAlone({ lima }: Place): Promise<readonly string[]> {
  const wrong: string[] = [];
  if ((await secretAt(lima, "own/sky", lima.rootToken)) !== "red") wrong.push("Lima stands alone and lost what it had");
  if ((await secretAt(lima, "shared/sky", lima.rootToken)) !== undefined)
    wrong.push("Lima stands alone and has data of Oslo");
  return wrong;
}

async function wrongSecondary({ stage, lima, keys }: Place): Promise<readonly string[]> {
  try {
    await stage.eventually(async () => {
      const { mode, state } = await lima.status();
      if (mode !== "secondary" || state !== "stream-wals")
        throw new Error(`Lima does not come to stream: it is ${mode}, ${state}`);
    }, patience);
  } catch (error) {
    return [String(error)];
  }
  const wrong: string[] = [];
  if ((await secretAt(lima, "own/sky", lima.rootToken)) !== undefined)
    wrong.push("Lima is a secondary and accepts its token of before");
  const { auth } = await lima.write("auth/userpass/login/operator", { password: operatorPassword });
  const token = String(auth?.client_token);
  if ((await secretAt(lima, "shared/sky", token)) !== "blue") wrong.push("Lima streams and lacks what Oslo has");
  if ((await secretAt(lima, "own/sky", token)) !== undefined)
    wrong.push("Lima is a secondary and has what it had before");
  await lima.tell("PUT", "sys/seal", {}, token);
  if (await unseal(lima, keys.Lima)) wrong.push("Lima is a secondary, and its own key unseals it");
  else if (!(await unseal(lima, keys.Oslo)))
    wrong.push("Lima is a secondary, and its primary's key does not unseal it");
  return wrong;
}

async function secretAt(cluster: ClusterActor, path: string, token: string): Promise<unknown> {
  return (await cluster.ask({ method: "GET", path, token })).body?.data?.value;
}
