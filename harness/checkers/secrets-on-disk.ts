import type { Checker } from "./checker.ts";
import { call } from "./example.ts";
import { CanaryPaths } from "./models/canary-paths.ts";

export const secretsOnDisk: Checker = {
  name: "no secret is found on the disk",
  invariants: ["13", "18", "25"],
  rule: "Encrypted storage and audit files contain no secret, whether in plain text, base64 or hex.",
  sources: ["OWN-AUDIT-01", "Choice of this project: a store or an audit file that was copied discloses nothing."],
  excuses: [
    "Audit files of a cluster that an operator configured to log values unhashed are not checked.",
    "Accessors and ids do not authenticate.",
  ],
  example: {
    broken: [
      [0, { type: "canary", canary: "canary-1", kind: "service token", cluster: "Oslo", path: "auth/token/create" }],
      [1, { type: "sighting", canary: "canary-1", where: "audit", cluster: "Oslo", form: "hex" }],
    ],
    held: [
      [1, ...call("Oslo", "POST sys/audit/file", { body: { type: "file", options: { log_raw: "true" } } })],
      [2, { type: "sighting", canary: "canary-1", where: "audit", cluster: "Oslo", form: "hex" }],
    ],
  },
  judge({ broken, models: { secrets }, time }) {
    const canaries = new CanaryPaths();
    const raw = new Set<string>();
    return {
      on: {
        canary: (canary) => canaries.take(canary),
        sighting({ seq, at, where, canary, cluster = "", form }) {
          if (where !== "storage" && (where !== "audit" || raw.has(cluster))) return;
          const { kind = "secret", paths = [] } = canaries.of(canary) ?? {};
          // Accessors do not authenticate, and only values of secrets are checked.
          if (kind.endsWith("accessor") || (kind === "value" && !paths.some((path) => secrets.isSecret(path)))) return;
          const [path = "somewhere"] = paths;
          const place = where === "audit" ? "an audit file" : "the storage";
          broken({ seq, at }, `the ${kind} of ${path} is in ${place} of ${cluster} in ${form} at ${time({ at })}`);
        },
      },
      answered({ request: { path, body, cluster } }) {
        // Only requests below `sys/` have such settings.
        if (!path.includes("sys/")) return;
        const settings = JSON.stringify(body ?? null);
        if (/(^|\/)sys\/audit\//.test(path) && /log_raw/.test(settings)) raw.add(cluster);
        if (/audit_non_hmac|elide/.test(settings)) raw.add(cluster);
      },
    };
  },
};
