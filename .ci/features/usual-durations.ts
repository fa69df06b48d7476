import { simulated } from "#harness/stages/simulated.ts";

/** Durations in seconds that a new cluster uses if a request states none, by purpose. */
export type UsualDurations = Readonly<Record<"lease" | "tidyBuffer" | "activation", number>>;

export async function usualDurations(): Promise<UsualDurations> {
  await using stage = await simulated({ seed: 1, topology: { name: "one cluster", clusters: ["Oslo"] } });
  const [oslo] = stage.clusters;
  const ask = async (method: "GET" | "POST", path: string, body?: object) => {
    const reply = await oslo?.call({ method, path, token: oslo.rootToken, ...(body ? { body: { ...body } } : {}) });
    if (!reply || reply.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(reply)}`);
    return reply.body;
  };
  await ask("POST", "sys/auth/cloud", { type: "cloud" });
  await ask("POST", "auth/cloud/config/tidy/identity-accesslist", { disable_periodic_tidy: true });
  await ask("POST", "sys/replication/performance/primary/enable", {});
  const mount = await ask("GET", "sys/auth/cloud/tune");
  const tidy = await ask("GET", "auth/cloud/config/tidy/identity-accesslist");
  const activation = await ask("POST", "sys/replication/performance/primary/secondary-token", { id: "lima" });
  return {
    lease: Number(mount?.data?.default_lease_ttl),
    tidyBuffer: Number(tidy?.data?.safety_buffer),
    activation: Number(activation?.wrap_info?.ttl),
  };
}
