import type { Socket } from "node:net";

/** Maximum number of bytes that are parsed at a time. Node would parse all that it has read. */
const sliceBytes = 4_096;

/** Number of bytes of a connection that are parsed first. Most requests are shorter. */
const firstSliceBytes = 1_024;

/**
 * Makes the server parse the data of a connection in slices. `isFull` is called before a slice; if it returns true, the
 * connection is paused and the data is kept until the connection is resumed. Must be called after Node's own listener
 * for "connection".
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
      // Paused to keep the rest from being emitted at once. Reading continues after this slice, unless the slice pauses
      // the connection.
      socket.pause();
      socket.unshift(chunk.subarray(bytes));
      socket.resume();
    }
    bytes = sliceBytes;
    parse.call(socket, slice);
  });
  socket.removeListener("data", parse as (chunk: Buffer<ArrayBuffer>) => void);
}
