import { z } from "zod";
import { type Child, startChild } from "./child.ts";

const clustersReady = z.object({
  /** API addresses; the first cluster is the primary. */
  addresses: z.array(z.string()).min(1),
  rootToken: z.string(),
  /** Of the primary; may read what is below `colours/`, read and write what is below `shades/`, and make tokens. */
  painterToken: z.string(),
});
const bareReady = z.object({ addresses: z.array(z.string()).min(1) });

/** Clusters in a child of their own, linked, with the secrets `colours/sky` (version 1) and `shades/data/sky` (version 2). */
export async function raisedClusters(names: readonly string[]): Promise<Child & z.infer<typeof clustersReady>> {
  return ready(startChild("clusters", { names }), clustersReady);
}

/** Bare Koa services in a child of their own, which answer with the bodies given by path. */
export async function raisedBare(count: number, routes: unknown): Promise<Child & z.infer<typeof bareReady>> {
  return ready(startChild("bare", { count, routes }), bareReady);
}

const bareIssuing = z.object({ address: z.string() });
const issuing = z.object({ address: z.string(), rootToken: z.string() });

/** A cluster in a child of its own with dynamic roles, by their names and creation statements, on a connection of these fields. */
export async function raisedIssuer(order: {
  connection: Readonly<Record<string, unknown>>;
  roles: Readonly<Record<string, readonly string[]>>;
}): Promise<Child & z.infer<typeof issuing>> {
  return ready(startChild("issuer", order), issuing);
}

/** A program that makes users of a product's server with its own driver, one for each request that it gets, in a child of its own. */
export async function raisedBareIssuer(order: {
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
