/** Destination of an audit device, as configured by an operator. */
export type AuditTarget =
  | Readonly<{
      kind: "file";
      /** Path of the file, or `stdout` or `discard`, which are not files. */
      path: string;
      /**
       * Permissions of the file, such as 0o600. If undefined, a new file is accessible to its owner
       * only, and an existing file keeps its permissions.
       */
      mode: number | undefined;
      /** Text at the start of every line of this device. A file with other lines is refused. */
      beginning: string;
    }>
  | Readonly<{
      kind: "socket";
      socketType: "tcp" | "udp" | "unix";
      /** Host and port, or the path of a Unix socket. */
      address: string;
      writeTimeoutMilliseconds: number;
    }>;

/** An open destination of one audit device. */
export interface AuditSink {
  /**
   * Writes a line, which ends in a line feed. Resolves when the complete line is written; rejects
   * with an Error that contains the reason.
   */
  write(line: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens files and sockets outside the cluster for audit devices. */
export interface AuditSinks {
  /** Opens `place`. Rejects with an Error that contains the reason if it is not writable. */
  open(place: AuditTarget): Promise<AuditSink>;
}
