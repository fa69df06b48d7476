import type { EventOf } from "#harness/history/event.ts";
import type { Checker } from "./checker.ts";
import { answer, request } from "./example.ts";
import { fieldsOf } from "./models/operator-command.ts";

/** Maximum number of stored calls per cluster. Calls are stored if the cloud confirmed a signer. */
const maxRemembered = 256;

export const cloudLogins: Checker = {
  name: "a cloud login is confirmed by the cloud",
  invariants: ["25"],
  rule: "A login with a signed request succeeds only if, between the login request and its response, the cloud confirmed to the cluster that the principal of the login signed the request. If the auth method requires a server id, the signature must cover it.",
  sources: ["CLOUD-IAM-07", "CLOUD-IAM-08", "CLOUD-SRVID-01", "CLOUD-SRVID-02", "CLOUD-SRVID-03"],
  excuses: [
    "Logins with other credentials, such as a signed identity document, are not checked.",
    "While a request that changes the server id is pending, no server id is required.",
  ],
  example: {
    broken: [
      [0, request("Oslo", "POST auth/cloud/login", { body: { role: "web", iam_http_request_method: "POST" } })],
      [1, { type: "cloud", from: "Oslo", action: "GetCallerIdentity", outcome: "fail", status: 403 }],
      [2, answer({ body: { auth: { metadata: { client_arn: "arn:aws:iam::123456789012:user/ada" } } } })],
    ],
    held: [[2, answer({ status: 400 })]],
  },
  judge({ broken, undecided, heading, time }) {
    const confirmed = new Map<string, EventOf<"cloud">[]>();
    const demanded = new Map<string, Readonly<{ id: string; seq: number }>>();
    return {
      on: {
        cloud(call) {
          if (call.action !== "GetCallerIdentity" || call.outcome !== "ok") return;
          const calls = [...(confirmed.get(call.from) ?? []), call];
          confirmed.set(call.from, calls.slice(-maxRemembered));
        },
        request({ path, method, cluster }) {
          // The required server id may change at any time from now on.
          const configured = /^(.*auth\/.+)\/config\/client$/.exec(path)?.[1];
          if (configured !== undefined && method !== "GET") demanded.delete(`${cluster} ${configured}`);
        },
      },
      answered({ request, answer }) {
        const { cluster, path, body } = request;
        const configured = /^(.*auth\/.+)\/config\/client$/.exec(path)?.[1];
        const { iam_server_id_header_value: id } = fieldsOf(body);
        if (configured !== undefined && request.method !== "GET" && answer.outcome === "ok" && typeof id === "string") {
          demanded.set(`${cluster} ${configured}`, { id, seq: answer.seq });
        }
        const { iam_http_request_method: isSigned } = fieldsOf(body);
        if (isSigned === undefined || !path.endsWith("/login") || answer.outcome !== "ok") return;
        if (!heading.sees.includes("cloud"))
          return undecided("the history does not have the calls that clusters sent to the cloud");
        const login = `${cluster} accepted the login at ${path} at ${time(answer)}, but the cloud had not confirmed`;
        let calls = (confirmed.get(cluster) ?? []).filter(({ seq }) => seq > request.seq);
        if (calls.length === 0) return broken(answer, `${login} who signed it`);
        const demand = demanded.get(`${cluster} ${path.slice(0, -"/login".length)}`);
        if (demand && demand.id !== "" && demand.seq < request.seq) {
          calls = calls.filter(({ audience, isAudienceSigned }) => audience === demand.id && isAudienceSigned === true);
          if (calls.length === 0) return broken(answer, `${login} that it was signed for the server ${demand.id}`);
        }
        const { client_arn: arn } = fieldsOf(fieldsOf(fieldsOf(answer.body).auth).metadata);
        if (typeof arn === "string" && !calls.some(({ signer }) => signer === undefined || signer === arn))
          broken(answer, `${login} that ${arn} signed it, but ${calls.map(({ signer }) => signer).join(", ")}`);
      },
    };
  },
};
