import type { Checker } from "./checker.ts";
import { fieldsOf } from "./models/operator-command.ts";

/** A login with a signed request succeeds only when the cloud confirmed it to that cluster in the meantime. */
export const cloudLogins: Checker = {
  name: "a cloud login is confirmed by the cloud",
  invariants: ["25"],
  judge({ broken, undecided, heading, time }) {
    const confirmed = new Map<string, number>();
    return {
      on: {
        cloud({ seq, from, action, outcome }) {
          if (action === "GetCallerIdentity" && outcome === "ok") confirmed.set(from, seq);
        },
      },
      answered({ request, answer }) {
        const { iam_http_request_method: isSigned } = fieldsOf(request.body);
        if (isSigned === undefined || !request.path.endsWith("/login") || answer.outcome !== "ok") return;
        if (!heading.sees.includes("cloud")) return undecided("what clusters ask of the cloud is not in this history");
        if ((confirmed.get(request.cluster) ?? 0) > request.seq) return;
        broken(
          answer,
          `${request.cluster} let ${request.path} succeed at ${time(answer)}, and the cloud had not confirmed who signed it`,
        );
      },
    };
  },
};
