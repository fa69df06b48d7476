import type { Socket } from "node:net";

/** Bytes parsed at a time: about 50 short requests. A read of 64 KB has about 1,000. */
const sliceBytes = 4_096;

/** Bytes of a connection's first slice. Most requests are shorter. */
const firstSliceBytes = 1_024;

/**
 * Parses the data of an HTTP connection in slices. If `isFull` returns true, pauses the connection
 * and keeps the rest until it is resumed. Call this after Node's own listener of "connection".
 */
export function readInSlices(socket: Socket, isFull: () => boolean): void {
  const [parse] = socket.listeners("data");
  if (!parse) return;
  let bytes = firstSliceBytes;
  // Without another listener, Node passes data to the parser without JavaScript.
  socket.on("data", (chunk: Buffer<ArrayBuffer>) => {
    // Nothing after the last reply is handled.
    if (!socket.writable) return;
    if (isFull()) {
      // Node resumes the connection with each reply.
      socket.pause();
      socket.unshift(chunk);
      return;
    }
    let slice = chunk;
    if (chunk.length > bytes) {
      slice = chunk.subarray(0, bytes);
      // Paused to keep the rest from being emitted at once. Reading continues after this slice,
      // unless the slice pauses the connection.
      socket.pause();
      socket.unshift(chunk.subarray(bytes));
      socket.resume();
    }
    bytes = sliceBytes;
    parse.call(socket, slice);
  });
  socket.removeListener("data", parse as (chunk: Buffer<ArrayBuffer>) => void);
}
