import type { Answer } from "../api/answer.ts";
import type { JsonObject } from "../api/json.ts";
import { Problem } from "../api/problem.ts";
import type { Verb } from "../api/request.ts";
import { decodeCall, router } from "../api/router.ts";
import type { HandlerContext, TokenRequest } from "../core/mounts/mount-type.ts";
import type { Storage } from "../core/storage/storage.ts";
import type { Cloud, CloudReply, CloudRequest } from "../ports/cloud.ts";
import { cryptographyForTests } from "../ports/cryptography-for-tests.suite.ts";
import { memoryStore } from "../stores/memory-store.ts";
import { cloudAuth } from "./cloud-auth.ts";
import { awsProvider, type Provider } from "./provider.ts";

/** The auth method with a memory store and a scripted provider. Paths are relative to the mount. */
export type CloudFixture = Readonly<{
  perform(verb: Verb, path: string, fields?: JsonObject): Promise<Answer | undefined>;
  refusal(verb: Verb, path: string, fields?: JsonObject): Promise<Problem>;
  exists(path: string, fields?: JsonObject): Promise<boolean | undefined>;
  renew(internal: JsonObject): Promise<JsonObject>;
  storage: Storage;
  requests: readonly CloudRequest[];
  issued: readonly TokenRequest[];
  /** Pauses that the auth method requested from the clock, in milliseconds. */
  pauses: readonly number[];
  logged: readonly string[];
}>;

export type CloudFixtureOptions = Readonly<{
  provider?: Provider;
  /**
   * Replies of the provider, in order. The last reply repeats. An Error means that the provider does not respond.
   * Default: an identity reply for the user ada.
   */
  replies?: readonly (CloudReply | Error)[];
  remoteAddress?: string;
}>;

export function identityReply(arn: string, { userId = "AIDAADA", account = "111122223333" } = {}): CloudReply {
  return {
    status: 200,
    contentType: "text/xml",
    body: `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
  <GetCallerIdentityResult>
    <Arn>${arn}</Arn>
    <UserId>${userId}</UserId>
    <Account>${account}</Account>
  </GetCallerIdentityResult>
  <ResponseMetadata>
    <RequestId>01234567-89ab-cdef-0123-456789abcdef</RequestId>
  </ResponseMetadata>
</GetCallerIdentityResponse>
`,
  };
}

export const ada = "arn:aws:iam::111122223333:user/team/Ada";

export function cloudFixture(options: CloudFixtureOptions = {}): CloudFixture {
  const { provider = awsProvider, replies = [identityReply(ada)], remoteAddress = "127.0.0.1" } = options;
  const requests: CloudRequest[] = [];
  const issued: TokenRequest[] = [];
  const pauses: number[] = [];
  const logged: string[] = [];
  const cloud: Cloud = {
    async exchange(request) {
      const reply = replies[Math.min(requests.length, replies.length - 1)];
      requests.push(request);
      if (!reply || reply instanceof Error) throw reply ?? new Error("no answer");
      return reply;
    },
  };
  const method = cloudAuth({ cloud, provider });
  const context = contextOf({ issued, pauses, logged, remoteAddress, type: provider.type });
  const find = router(method.endpoints).find;
  const call = (verb: Verb, path: string, fields: JsonObject) => {
    const route = find(verb, path);
    const parts = { verb, path, fields, namespace: "", folder: false, token: "", remoteAddress };
    return decodeCall(route, parts, context);
  };
  const perform: CloudFixture["perform"] = async (verb, path, fields = {}) => call(verb, path, fields).run();
  return {
    perform,
    async refusal(verb, path, fields) {
      try {
        await perform(verb, path, fields);
      } catch (error) {
        if (error instanceof Problem) return error;
        throw error;
      }
      throw new Error(`${verb} ${path} was not refused`);
    },
    async exists(path, fields = {}) {
      return call("write", path, fields).exists();
    },
    async renew(internal) {
      if (!method.renewLogin) throw new Error("tokens of the method cannot be renewed");
      return method.renewLogin(internal, context);
    },
    storage: context.storage,
    requests,
    issued,
    pauses,
    logged,
  };
}

type Recording = { issued: TokenRequest[]; pauses: number[]; logged: string[]; remoteAddress: string; type: string };

function contextOf({ issued, pauses, logged, remoteAddress, type }: Recording): HandlerContext {
  const store = memoryStore();
  let now = Date.UTC(2026, 0, 1);
  let drawn = 0;
  const log = (event: string, facts = {}) => void logged.push(`${event} ${JSON.stringify(facts)}`);
  return {
    mount: {
      namespace: "root",
      uuid: "m-1",
      kind: "auth",
      type,
      path: "cloud/",
      accessor: "auth_cloud_1",
      description: "",
      local: false,
      defaultLeaseSeconds: 0,
      maxLeaseSeconds: 0,
      options: null,
    },
    storage: {
      read: (space, key) => store.read(`${space}/${key}`),
      async keys(space, prefix, { after = "", limit = Number.POSITIVE_INFINITY } = {}) {
        const whole = `${space}/${prefix}`;
        const keys = (await store.range({ prefix: whole })).map(([key]) => key.slice(whole.length));
        return keys.filter((key) => key > after).slice(0, limit);
      },
      commit: (changes) => store.commit(changes.map(({ space, key, value }) => ({ key: `${space}/${key}`, value }))),
    },
    clock: {
      now: () => now,
      at(when, callback) {
        pauses.push(when - now);
        now = when;
        queueMicrotask(callback);
        return () => {};
      },
    },
    entropy: { bytes: (count) => new Uint8Array(count).fill(++drawn) },
    cryptography: cryptographyForTests,
    log: { info: log, warn: log, error: log },
    agenda: { arrange() {}, cancel() {}, cancelAll() {} },
    failpoint: async () => {},
    isPrimary: () => true,
    withLock: (_, callback) => callback(),
    leaseLimits: () => ({ defaultSeconds: 2_764_800, maxSeconds: 2_764_800 }),
    caller: { displayName: "", token: "", tokenKey: "", entityId: "", remoteAddress },
    path: "",
    requestFromPrimary: () => Promise.reject(new Error("there is no primary")),
    passwords: { generate: () => Promise.reject(new Error("no password policies here")) },
    tokens: {
      async issue(request) {
        issued.push(request);
        const auth = {
          client_token: "hvs.test",
          accessor: "accessor",
          policies: request.policies,
          token_policies: request.policies,
          metadata: request.metadata,
          lease_duration: request.ttlSeconds,
          renewable: true,
          entity_id: "",
          token_type: "service",
          orphan: true,
          mfa_requirement: null,
          num_uses: request.uses,
        } as const;
        return { auth, warnings: [] };
      },
    },
    leases: {
      grant: () => Promise.reject(new Error("the method leases nothing")),
      confirm: async () => {},
      forget: () => Promise.reject(new Error("the method leases nothing")),
      expire: () => Promise.reject(new Error("the method leases nothing")),
    },
  };
}

export function evidence(change: JsonObject = {}): JsonObject {
  return {
    iam_http_request_method: "POST",
    iam_request_url: base64("https://sts.amazonaws.com/"),
    iam_request_body: base64("Action=GetCallerIdentity&Version=2011-06-15"),
    iam_request_headers: signedHeaders(),
    ...change,
  };
}

export function signedHeaders(more: JsonObject = {}, { unsigned = false } = {}): JsonObject {
  const names = unsigned ? [] : Object.keys(more).map((name) => name.toLowerCase());
  const signed = ["content-type", "host", "x-amz-date", ...names].sort().join(";");
  return {
    Authorization: `AWS4-HMAC-SHA256 Credential=AKIAADA/20260101/us-east-1/sts/aws4_request, SignedHeaders=${signed}, Signature=5ecre7`,
    "Content-Length": 43,
    "Content-Type": ["application/x-www-form-urlencoded; charset=utf-8"],
    "User-Agent": "test",
    "X-Amz-Date": "20260101T000000Z",
    "X-Amz-Security-Token": "se551on",
    ...more,
  };
}

export function base64(text: string): string {
  return Uint8Array.from(text, (character) => character.charCodeAt(0)).toBase64();
}
