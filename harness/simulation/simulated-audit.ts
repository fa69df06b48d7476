import type { AuditSinks } from "#engine/ports/audit.ts";

/** Audit files of a simulated host, as long as it lives. There is nobody to listen at its sockets. */
export function simulatedAuditSinks(): AuditSinks {
  return {
    async open({ kind }) {
      if (kind === "socket") throw new Error("nobody listens there");
      // What is written is looked at by nobody in simulation: it is as if it were on a disk.
      return { async write() {}, async close() {} };
    },
  };
}
