import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { test } from "node:test";
import { expect } from "chai";
import { resetSocket } from "./reset-socket.ts";

/** Far more than a machine under load takes to close a socket; without a close there is none in any time. */
const patience = { timeout: 20_000 };

/** A server, and a socket that connects to it. */
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

/** How the socket closes: the errors that it tells of before. */
async function closed(socket: Socket): Promise<readonly string[]> {
  const errors: string[] = [];
  socket.on("error", ({ message }) => errors.push(message));
  await new Promise((resolve) => socket.once("close", resolve));
  return errors;
}

test("a socket that is reset while it sends its end is closed", patience, async () => {
  await using connection = await connecting();
  const { socket } = connection;
  await once(socket, "connect");
  socket.end();
  const errors = closed(socket);
  resetSocket(socket);
  expect(await errors).to.deep.equal([]);
});

test("a socket that is reset before it is connected is closed", patience, async () => {
  await using connection = await connecting();
  const errors = closed(connection.socket);
  resetSocket(connection.socket);
  expect(await errors).to.deep.equal([]);
});
