/**
 * Child process that opens many idle connections. When it has opened all, and for each chunk of
 * input, it prints how many are still open.
 */
import { connect, type Socket } from "node:net";

const [address = "", wanted = "0"] = process.argv.slice(2);
const { hostname, port } = new URL(address);
const atOnce = 200;

const held: Socket[] = [];
let lost = 0;

async function open(): Promise<void> {
  const socket = connect({ host: hostname, port: Number(port) });
  await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  socket
    .on("error", () => {})
    .on("close", () => {
      lost += 1;
    });
  // Half of them have sent a request, the others never do.
  if (held.push(socket) % 2 === 0) return;
  socket.write("GET /v1/sys/health HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await new Promise((resolve) => socket.once("data", resolve));
}

while (held.length < Number(wanted))
  await Promise.all(Array.from({ length: Math.min(atOnce, Number(wanted) - held.length) }, open));
process.stdout.write(`${held.length - lost}\n`);
process.stdin.on("data", () => process.stdout.write(`${held.length - lost}\n`));
process.stdin.on("end", () => process.exit());
