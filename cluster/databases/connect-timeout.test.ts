import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { suite, test } from "node:test";
import { expect } from "chai";
import { postgresqlAddress } from "#engine/database/plugins/postgresql/postgresql-address.ts";
import type { DatabaseAddress, DatabaseRefusal } from "#engine/ports/databases.ts";
import { realDatabases } from "./real-databases.ts";

async function silentHost() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const addresses = {
  postgresql: (server: string) =>
    ["", "?connect_timeout=1"].map((more) =>
      postgresqlAddress({ connection_url: `postgresql://ada:x@${server}/d${more}` }),
    ),
  mysql: (server: string) =>
    ["", "&timeout=1000"].map(
      (more): DatabaseAddress => ({
        kind: "mysql",
        url: `mysql://ada:x@${server}/d?encryption=off${more}`,
      }),
    ),
} as const;

suite("a host that hangs", () => {
  for (const kind of ["postgresql", "mysql"] as const) {
    test(`${kind}: a connection with a shorter timeout fails before an earlier one with the default`, async () => {
      await using host = await silentHost();
      await using databases = realDatabases();
      const order: string[] = [];
      const attempts = addresses[kind](host.address).map(async (address, index) => {
        const refusal = await databases
          .open(address)
          .verify()
          .then(String, (error: DatabaseRefusal) => error);
        expect(refusal).to.include({ name: "DatabaseRefusal", sqlState: "" });
        order.push(index === 0 ? "usual" : "shorter");
      });
      await Promise.all(attempts);
      expect(order).to.deep.equal(["shorter", "usual"]);
    });
  }
});
