import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { test } from "node:test";
import { expect } from "chai";
import { resetSocket } from "./reset-socket.ts";

const testOptions = { timeout: 20_000 };

async function connecting() {
  const server = createServer({ allowHalfOpen: true }, (far) => {
    far.on("error", () => far.destroy());
    far.on("end", () => far.destroy());
    far.resume();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1" });
  return { socket, [Symbol.asyncDispose]: async () => void server.close() };
}

async function closed(socket: Socket): Promise<readonly string[]> {
  const errors: string[] = [];
  socket.on("error", ({ message }) => errors.push(message));
  await new Promise((resolve) => socket.once("close", resolve));
  return errors;
}

test("resetting a socket during its end closes it", testOptions, async () => {
  await using connection = await connecting();
  const { socket } = connection;
  await once(socket, "connect");
  socket.end();
  const errors = closed(socket);
  resetSocket(socket);
  expect(await errors).to.deep.equal([]);
});

test("resetting a socket before it is connected closes it", testOptions, async () => {
  await using connection = await connecting();
  const errors = closed(connection.socket);
  resetSocket(connection.socket);
  expect(await errors).to.deep.equal([]);
});
