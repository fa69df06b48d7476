/** What an audit device writes to, as an operator names it. */
export type AuditTarget =
  | Readonly<{
      kind: "file";
      /** Path of the file; `stdout` and `discard` stand for themselves. */
      path: string;
      /** Permissions of the file, such as 0o600. Undefined: the owner's alone when it is created, and those that it has when it exists. */
      mode: number | undefined;
      /** How every line of this device begins. A file that holds others is not written to (`areAuditLines`). */
      beginning: string;
    }>
  | Readonly<{
      kind: "socket";
      socketType: "tcp" | "udp" | "unix";
      /** Host and port, or the path of a Unix socket. */
      address: string;
      writeTimeoutMilliseconds: number;
    }>;

/** Where the lines of one audit device go. */
export interface AuditSink {
  /** Resolves when the line, which ends in a line feed, is written whole. Rejects with an Error that says why when it could not be. */
  write(line: string): Promise<void>;
  close(): Promise<void>;
}

/** Files and sockets outside of the cluster. */
export interface AuditSinks {
  /** Opens `place`. Rejects with an Error that says why when it could not be written to. */
  open(place: AuditTarget): Promise<AuditSink>;
}
