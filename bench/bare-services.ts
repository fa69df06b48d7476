import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import Router from "@koa/router";
import Koa from "koa";
import { WebSocket, WebSocketServer } from "ws";

export type Routes = Readonly<Record<string, object>>;

export interface BareServices extends AsyncDisposable {
  readonly addresses: readonly string[];
}

/** Starts `count` Koa applications with these responses. All but the first open a WebSocket to the first. */
export async function bareServices(count: number, routes: Routes): Promise<BareServices> {
  const servers = await Promise.all(Array.from({ length: count }, () => bareService(routes)));
  const [first, ...others] = servers.map(portOf);
  const hub = servers[0] ? new WebSocketServer({ server: servers[0], perMessageDeflate: false }) : undefined;
  const links = others.map(() => new WebSocket(`ws://127.0.0.1:${first}`, { perMessageDeflate: false }));
  await Promise.all(links.map((link) => once(link, "open")));
  return {
    addresses: servers.map((server) => `http://127.0.0.1:${portOf(server)}`),
    async [Symbol.asyncDispose]() {
      for (const link of links) link.terminate();
      hub?.close();
      for (const server of servers) server.closeAllConnections();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

async function bareService(routes: Routes): Promise<Server> {
  const router = new Router();
  for (const [route, body] of Object.entries(routes)) {
    const [verb, path = ""] = route.split(" ");
    if (verb === "GET") {
      router.get(path, (context) => {
        context.body = body;
      });
    } else {
      router.post(path, async (context) => {
        // Reads and parses the body, as any service with JSON does.
        JSON.parse(await text(context.req));
        context.body = body;
      });
    }
  }
  const application = new Koa();
  application.use(router.routes()).use(router.allowedMethods());
  const server = createServer(application.callback());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
