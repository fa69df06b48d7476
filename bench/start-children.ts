import { z } from "zod";
import { type Child, startChild } from "./child.ts";

const clustersReady = z.object({
  /** Addresses of the clusters' APIs. The first cluster is the primary. */
  addresses: z.array(z.string()).min(1),
  rootToken: z.string(),
  /** Token that may read `colours/`, read and write `shades/`, and create tokens. */
  painterToken: z.string(),
});
const bareReady = z.object({ addresses: z.array(z.string()).min(1) });

/** Starts linked clusters in a child process, with the secrets that `painter.ts` writes. */
export async function startClusters(names: readonly string[]): Promise<Child & z.infer<typeof clustersReady>> {
  return ready(startChild("clusters", { names }), clustersReady);
}

export async function startBareServices(count: number, routes: unknown): Promise<Child & z.infer<typeof bareReady>> {
  return ready(startChild("bare", { count, routes }), bareReady);
}

const bareIssuing = z.object({ address: z.string() });
const issuing = z.object({ address: z.string(), rootToken: z.string() });

export async function startIssuer(order: {
  connection: Readonly<Record<string, unknown>>;
  roles: Readonly<Record<string, readonly string[]>>;
}): Promise<Child & z.infer<typeof issuing>> {
  return ready(startChild("issuer", order), issuing);
}

export async function startBareIssuer(order: {
  product: string;
  url: string;
}): Promise<Child & z.infer<typeof bareIssuing>> {
  return ready(startChild("bare-issuer", order), bareIssuing);
}

async function ready<T>(child: Child, schema: z.ZodType<T>): Promise<Child & T> {
  await using rollback = new AsyncDisposableStack();
  rollback.use(child);
  const state = await child.next(schema);
  rollback.move();
  return { ...child, ...state };
}
