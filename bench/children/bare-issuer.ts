// Creates a user with a product's own driver for each request, and does nothing else.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { contests } from "../product-credentials.ts";
import { inputOf, report } from "./child-process.ts";

const { product, url } = inputOf(z.object({ product: z.string(), url: z.string() }));

const program = await contests.find((contest) => contest.product === product)?.bare({ url });
if (!program) throw new Error(`there is no bare program for ${product}`);

const server = createServer(async (_, response) => {
  const user = { name: `b-${randomBytes(10).toString("hex")}`, password: randomBytes(15).toString("base64url") };
  await program.make(user);
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(user));
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
report({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
