import type { Socket } from "node:net";

/** Bytes that Node parses at a time: some 50 requests of the shortest kind. A read has up to 64 KB, with some 1,000 of them. */
const sliceBytes = 4_096;

/** Bytes of the first slice of a connection, so that hundreds of connections are accepted without much of what they send being parsed: most requests are shorter. */
const firstSliceBytes = 1_024;

/**
 * Has what comes on a connection of an HTTP server parsed in slices. When `isFull`, the connection is paused, and the rest is parsed after
 * it is resumed. To be called when Node's own listener of "connection" has run.
 */
export function readInSlices(socket: Socket, isFull: () => boolean): void {
  const [parse] = socket.listeners("data");
  if (!parse) return;
  let bytes = firstSliceBytes;
  // Node hands what it reads to the parser without JavaScript until there is another listener.
  socket.on("data", (chunk: Buffer<ArrayBuffer>) => {
    // Of what comes after the last reply nothing is carried out.
    if (!socket.writable) return;
    if (isFull()) {
      // Node resumes it with each reply.
      socket.pause();
      socket.unshift(chunk);
      return;
    }
    let slice = chunk;
    if (chunk.length > bytes) {
      slice = chunk.subarray(0, bytes);
      // Paused meanwhile, since it would be handed over at once. It goes on after this slice, unless that pauses the connection.
      socket.pause();
      socket.unshift(chunk.subarray(bytes));
      socket.resume();
    }
    bytes = sliceBytes;
    parse.call(socket, slice);
  });
  socket.removeListener("data", parse as (chunk: Buffer<ArrayBuffer>) => void);
}
