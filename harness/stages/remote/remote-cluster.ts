import type { ApiReply, ApiRequest } from "#harness/api/request.ts";
import { CannotBePlayed } from "#harness/capabilities/missing-capability.ts";
import type { StageCluster } from "#harness/stages/stage.ts";
import { cleaned } from "#harness/targets/permitted.ts";
import type { Probed } from "#harness/targets/probe.ts";
import { fromProviderTerms, inProviderTerms } from "#harness/targets/provider-terms.ts";
import { runCommand } from "#harness/targets/run-command.ts";
import type { Target, TargetCluster } from "#harness/targets/target.ts";
import type { TargetClient } from "#harness/targets/target-client.ts";
import type { TargetDatabaseServer } from "#harness/targets/target-database.ts";

type ProviderCall = Readonly<{
  provider: Probed["provider"];
  request: ApiRequest;
  database: TargetDatabaseServer | undefined;
}>;

/** Sends a request in the terms of the provider. Records the database user that the response names. */
export async function callProvider(
  client: TargetClient,
  { provider, request, database }: ProviderCall,
): Promise<ApiReply> {
  const reply = await client.call(inProviderTerms(provider, request));
  const { username } = reply.body?.data ?? {};
  if (typeof username === "string" && reply.body?.lease_id) database?.noteUser(username);
  return fromProviderTerms(provider, request, reply);
}

/** Runs the command `joined` of a cluster if this request has made the cluster a secondary. */
export async function afterJoin(
  cluster: TargetCluster,
  { target, request, reply }: Readonly<{ target: Target; request: ApiRequest; reply: ApiReply }>,
): Promise<void> {
  if (reply.status >= 300 || request.method === "GET") return;
  if (cleaned(request.path) === "sys/replication/performance/secondary/enable") await runJoined(cluster, target);
}

/** Runs the command `joined` of a cluster, if it has one. */
export async function runJoined(
  { name, commands: { joined } }: TargetCluster,
  { folder }: Pick<Target, "folder">,
): Promise<void> {
  if (joined) await runCommand(joined, `make ${name} accept its token as a secondary`, folder);
}

/** Returns a cluster that the target does not have. Its use throws `CannotBePlayed`. */
export function missingCluster(name: string, target: Target): StageCluster {
  const refuse = () => Promise.reject(new CannotBePlayed(`${target.name} has no cluster ${name}`));
  return {
    name,
    api: "",
    link: "",
    rootToken: "",
    replicates: "not there",
    call: refuse,
    restart: refuse,
    crashAt: refuse,
  };
}
