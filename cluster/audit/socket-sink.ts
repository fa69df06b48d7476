import { createSocket } from "node:dgram";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { AuditSink, AuditTarget } from "#engine/ports/audit.ts";
import { lineQueue } from "./line-queue.ts";

type SocketPlace = Extract<AuditTarget, { kind: "socket" }>;

/**
 * Opens a sink that writes to a TCP, UDP or Unix socket. After a lost TCP or Unix connection, the next line opens a new
 * connection.
 */
export async function socketSink(place: SocketPlace): Promise<AuditSink> {
  if (place.socketType === "udp") return datagrams(place);
  let socket: Socket | undefined = await connected(place);
  const queue = lineQueue(async (lines) => {
    if (!socket || socket.destroyed || socket.readableEnded) {
      socket?.destroy();
      socket = await connected(place);
    }
    await written(socket, lines, place.writeTimeoutMilliseconds);
  });
  return {
    write: (line) => queue.add(line),
    async close() {
      await queue.settled();
      socket?.destroy();
    },
  };
}

async function connected(place: SocketPlace): Promise<Socket> {
  const socket = place.socketType === "unix" ? connect(place.address) : connect(hostAndPort(place.address));
  // No input is expected, but only a reader detects a close.
  socket.resume().on("error", () => socket.destroy());
  const signal = AbortSignal.timeout(place.writeTimeoutMilliseconds);
  try {
    await once(socket, "connect", { signal });
  } catch (error) {
    socket.destroy();
    throw signal.aborted ? new Error(`${place.address} did not answer in time`) : error;
  }
  return socket;
}

function written(socket: Socket, lines: string, timeoutMilliseconds: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      socket.destroy();
      reject(new Error("the line could not be written in time"));
    }, timeoutMilliseconds);
    socket.write(lines, (error) => {
      clearTimeout(late);
      if (error) reject(error);
      else resolve();
    });
  });
}

function hostAndPort(address: string): { host: string; port: number } {
  const found = /^(?:\[(.+)\]|([^:]+)):(\d+)$/.exec(address);
  const port = Number(found?.[3]);
  if (!found || port > 65_535) throw new Error("address must be HOST:PORT");
  return { host: found[1] ?? found[2] ?? "", port };
}

async function datagrams({ address }: SocketPlace): Promise<AuditSink> {
  const { host, port } = hostAndPort(address);
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
  socket.on("error", () => undefined);
  return {
    write: (line) =>
      new Promise((resolve, reject) => socket.send(line, port, host, (error) => (error ? reject(error) : resolve()))),
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}
