import type { Listener } from "#harness/history/history.ts";
import type { ClusterActor } from "#harness/stages/cluster-actor.ts";
import { simulated } from "#harness/stages/simulated.ts";
import type { Stage } from "#harness/stages/stage.ts";
import { actorOf } from "./actor-of.ts";

/** Where `cluster` crashes: when it reaches `failpoint` after it has already passed it `passes` times. */
export type EnableCrash = Readonly<{ cluster: "Oslo" | "Lima"; failpoint: string; passes: number }>;

const seed = 1;
const performance = "sys/replication/performance";
const operatorPassword = "operator-of-the-sweep";
const policy = 'path "*" { capabilities = ["create", "read", "update", "delete", "list", "sudo"] }';
const timeout = { within: 60_000 };
const restMilliseconds = 10_000;

type Fixture = Readonly<{
  stage: Stage;
  oslo: ClusterActor;
  lima: ClusterActor;
  keys: Readonly<Record<"Oslo" | "Lima", string>>;
}>;

/** Returns in order the failpoints that the clusters reach from the request that enables Lima until Lima streams. */
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
  const fixture = await prepared(stage);
  stage.history.subscribe(count);
  await enable(fixture);
  await fixture.lima.streams();
  return found;
}

/**
 * Crashes a cluster at a failpoint while Lima is enabled as a secondary, and returns the violations. After the crash,
 * Lima must have one of two states: replication disabled, with its data and its own unseal key; or secondary, without
 * its previous data and with the unseal key of its primary. Rejects if the failpoint is not reached.
 */
export async function sweepEnableCrash({ cluster, failpoint, passes }: EnableCrash): Promise<readonly string[]> {
  await using stage = await opened();
  const fixture = await prepared(stage);
  const { oslo, lima, keys } = fixture;
  const dying = cluster === "Oslo" ? oslo : lima;
  const task = async () => {
    await enable(fixture);
    await stage.pass(restMilliseconds);
  };
  await dying.crashAt(failpoint, task, passes);
  const wrong: string[] = [];
  if (cluster === "Oslo") await unseal(oslo, keys.Oslo);
  else wrong.push(...(await unsealed(fixture)));
  await stage.pass(restMilliseconds);
  const { mode } = await lima.status();
  wrong.push(...(mode === "disabled" ? await wrongAlone(fixture) : await wrongSecondary(fixture)));
  if (mode === "disabled") {
    await revoke(oslo);
    await enable(fixture);
    wrong.push(...(await wrongSecondary(fixture)));
  }
  if ((await secretAt(oslo, "shared/sky", oslo.rootToken)) !== "blue") wrong.push("Oslo lost its data");
  return wrong;
}

function opened() {
  return simulated({ seed, topology: { name: "sweep", clusters: ["Oslo", "Lima"] }, sealed: true });
}

async function prepared(stage: Stage): Promise<Fixture> {
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
  const { keys, root_token: token } = await actorOf(stage, name).send("PUT", "sys/init", shares);
  const [key = ""] = keys as readonly string[];
  const actor = actorOf(stage, name, String(token));
  await unseal(actor, key);
  return [actor, key];
}

async function unseal(cluster: ClusterActor, key: string): Promise<boolean> {
  const { body } = await cluster.ask({ method: "PUT", path: "sys/unseal", body: { key } });
  return body?.sealed === false;
}

async function unsealed({ lima, keys }: Fixture): Promise<readonly string[]> {
  const byOwn = await unseal(lima, keys.Lima);
  const byPrimary = !byOwn && (await unseal(lima, keys.Oslo));
  if (!byOwn && !byPrimary) return ["neither its own unseal key nor that of its primary unseals Lima"];
  const { mode } = await lima.status();
  return byOwn === (mode === "disabled")
    ? []
    : [`Lima is ${mode}, but ${byOwn ? "its own" : "its primary's"} key unseals it`];
}

async function enable({ oslo, lima }: Fixture): Promise<void> {
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

async function revoke(oslo: ClusterActor): Promise<void> {
  const path = `${performance}/primary/revoke-secondary`;
  await oslo.ask({ method: "POST", path, token: oslo.rootToken, body: { id: "lima" } });
}

async function wrongAlone({ lima }: Fixture): Promise<readonly string[]> {
  const wrong: string[] = [];
  if ((await secretAt(lima, "own/sky", lima.rootToken)) !== "red") wrong.push("Lima is unlinked and lost its data");
  if ((await secretAt(lima, "shared/sky", lima.rootToken)) !== undefined)
    wrong.push("Lima is unlinked and has data of Oslo");
  return wrong;
}

async function wrongSecondary({ stage, lima, keys }: Fixture): Promise<readonly string[]> {
  try {
    await stage.eventually(async () => {
      const { mode, state } = await lima.status();
      if (mode !== "secondary" || state !== "stream-wals")
        throw new Error(`Lima does not start to stream: it is ${mode}, ${state}`);
    }, timeout);
  } catch (error) {
    return [String(error)];
  }
  const wrong: string[] = [];
  if ((await secretAt(lima, "own/sky", lima.rootToken)) !== undefined)
    wrong.push("Lima is a secondary and accepts its former token");
  const { auth } = await lima.write("auth/userpass/login/operator", { password: operatorPassword });
  const token = String(auth?.client_token);
  if ((await secretAt(lima, "shared/sky", token)) !== "blue") wrong.push("Lima streams but lacks data of Oslo");
  if ((await secretAt(lima, "own/sky", token)) !== undefined) wrong.push("Lima is a secondary and has its former data");
  await lima.send("PUT", "sys/seal", {}, token);
  if (await unseal(lima, keys.Lima)) wrong.push("Lima is a secondary, but its own key unseals it");
  else if (!(await unseal(lima, keys.Oslo)))
    wrong.push("Lima is a secondary, but its primary's key does not unseal it");
  return wrong;
}

async function secretAt(cluster: ClusterActor, path: string, token: string): Promise<unknown> {
  return (await cluster.ask({ method: "GET", path, token })).body?.data?.value;
}
