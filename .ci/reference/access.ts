import type { DescribedOperation } from "./described.ts";
import type { DocumentedOperation } from "./operations.ts";

/**
 * Requirement of an operation: no token; a token whose policies allow it; or a token whose policies also grant `sudo`.
 */
export type Access = "no token" | "policy" | "sudo";

export const methods = { read: "GET", write: "POST", patch: "PATCH", delete: "DELETE", list: "LIST" } as const;

export function accessOf(operation: Pick<DescribedOperation, "security" | "x-vault-sudo">): Access {
  if (operation.security.length === 0) return "no token";
  return operation["x-vault-sudo"] ? "sudo" : "policy";
}

const opening = `Each operation requires one of these: *no token*; a token with a *policy* that grants the capability of its method on its path; or a token with a policy that also grants *\`sudo\`* there.
[spec/access.tsv](../spec/access.tsv) lists the access that the documents and the reference require, and [docs/differences.md](differences.md) each operation that
differs.`;

export function accessTable(operations: readonly DocumentedOperation[]): string {
  const columns = ["GET", "POST", "PATCH", "DELETE", "LIST"] as const;
  const rows = Array.from(
    Map.groupBy(operations, ({ path }) => path),
    ([path, there]) => {
      const cells = columns.map((method) => {
        const found = there.find(({ verb }) => methods[verb] === method);
        if (!found) return "";
        const access = accessOf(found.operation);
        return access === "sudo" ? "`sudo`" : access;
      });
      return `| ${[`\`${path}\``, ...cells].join(" | ")} |`;
    },
  );
  return [
    "## Who may ask",
    opening,
    [`| path | ${columns.join(" | ")} |`, "|---|---|---|---|---|---|", ...rows].join("\n"),
  ].join("\n\n");
}
