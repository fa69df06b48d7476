export type AuditTarget =
  | Readonly<{
      kind: "file";
      /** Path of a file, or `stdout` or `discard`. */
      path: string;
      /**
       * Permissions of a new file before the umask, such as 0o600; an existing file loses all permissions
       * except these. If undefined, a new file is accessible to its owner only, and an existing file keeps
       * its permissions.
       */
      mode: number | undefined;
      beginning: string;
    }>
  | Readonly<{
      kind: "socket";
      socketType: "tcp" | "udp" | "unix";
      /** Host and port, or the path of a Unix socket. */
      address: string;
      writeTimeoutMilliseconds: number;
    }>;

export interface AuditSink {
  /** Writes a line, including its line feed. If that fails, rejects with an Error whose message is the reason. */
  write(line: string): Promise<void>;
  close(): Promise<void>;
}

export interface AuditSinks {
  /**
   * Opens a sink. If `place` is not permitted or cannot be reached, rejects with an Error whose
   * message is the reason.
   */
  open(place: AuditTarget): Promise<AuditSink>;
}
