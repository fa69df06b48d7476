import type { AccessKey, Account, Instance } from "./account.ts";
import { timestamp } from "./action.ts";
import { instanceIdentity } from "./authority/instance-identity.ts";
import { hasAuthority } from "./authority/test-authority.ts";
import type { CloudState } from "./cloud-state.ts";
import { type HttpReply, type HttpRequest, valuesOf } from "./http-message.ts";
import { newSessionToken } from "./identifier.ts";
import { instanceWithId } from "./instance.ts";
import { beginSession, defaultSessionSeconds } from "./role.ts";

/** Maximum TTL of a token of version 2 in seconds. Source: AWS, "Use IMDSv2". */
const maximumTokenSeconds = 21_600;

/** Remaining lifetime in milliseconds below which the role's credentials are replaced. */
const renewalMilliseconds = 300_000;

const maximumTokens = 1000;

export class InstanceMetadata {
  readonly #state: CloudState;
  readonly #account: Account;
  readonly #id: string;
  readonly #tokens = new Map<string, number>();
  #session: (AccessKey & Readonly<{ expiresAt: number; role: string }>) | undefined;

  constructor(state: CloudState, { account, id }: Readonly<{ account: Account; id: string }>) {
    this.#state = state;
    this.#account = account;
    this.#id = id;
  }

  /**
   * Responds like versions 1 and 2 of AWS's metadata service: a request needs no token, but a token in a request must
   * be valid. Source: AWS, "Instance metadata".
   */
  answer({ method, target, headers }: HttpRequest): HttpReply {
    const [path = ""] = target.split("?");
    if (method === "PUT" && path === "/latest/api/token") return this.#newToken(headers);
    if (method !== "GET" && method !== "HEAD") return reply(405, "Method Not Allowed");
    const [token] = valuesOf(headers, "x-aws-ec2-metadata-token");
    if (token !== undefined && !((this.#tokens.get(token) ?? 0) > this.#state.now())) return reply(401, "Unauthorized");
    const text = this.#read(path);
    return text === undefined ? reply(404, "Not Found") : reply(200, text);
  }

  #newToken(headers: HttpRequest["headers"]): HttpReply {
    const [wished = ""] = valuesOf(headers, "x-aws-ec2-metadata-token-ttl-seconds");
    const seconds = /^\d{1,5}$/.test(wished) ? Number(wished) : 0;
    // A proxy in front of the instance would disclose its tokens.
    const isForwarded = valuesOf(headers, "x-forwarded-for").length > 0;
    if (isForwarded) return reply(403, "Forbidden");
    if (seconds < 1 || seconds > maximumTokenSeconds) return reply(400, "Bad Request");
    const token = newSessionToken(this.#state.random);
    this.#tokens.set(token, this.#state.now() + seconds * 1000);
    const [oldest] = this.#tokens.keys();
    if (this.#tokens.size > maximumTokens && oldest !== undefined) this.#tokens.delete(oldest);
    return reply(200, token, [["x-aws-ec2-metadata-token-ttl-seconds", String(seconds)]]);
  }

  #read(path: string): string | undefined {
    const instance = instanceWithId(this.#account, this.#id);
    const name = /^\/(?:latest|20\d\d-\d\d-\d\d)\/(.*)$/.exec(path)?.[1] ?? "";
    return name.startsWith("dynamic/instance-identity/")
      ? this.#identity(instance, name.slice("dynamic/instance-identity/".length))
      : this.#metadata(instance, name.replace(/\/$/, ""));
  }

  #identity({ id: instanceId, image: imageId, region, launchedAt }: Instance, what: string): string | undefined {
    if (!hasAuthority(region)) return undefined;
    const facts = { instanceId, imageId, region, accountId: this.#account.id, pendingTime: launchedAt };
    const signed = instanceIdentity(facts);
    const responses = { "": "document\npkcs7\nrsa2048\nsignature", ...signed };
    const text = Object.hasOwn(responses, what) ? responses[what as keyof typeof responses] : undefined;
    // AWS wraps all but the document at 64 characters.
    return what === "document" ? text : text?.replaceAll(/.{64}(?=.)/g, "$&\n");
  }

  #metadata(instance: Instance, name: string): string | undefined {
    const { profile, region } = instance;
    const role = profile?.role?.name;
    const simple: Readonly<Record<string, string | undefined>> = {
      "meta-data": "ami-id\niam/\ninstance-id\nplacement/",
      "meta-data/ami-id": instance.image,
      "meta-data/instance-id": instance.id,
      "meta-data/placement/availability-zone": `${region}a`,
      "meta-data/placement/region": region,
      "meta-data/iam/info": profile && JSON.stringify({ Code: "Success", InstanceProfileArn: profile.arn }),
      "meta-data/iam/security-credentials": role,
    };
    if (Object.hasOwn(simple, name)) return simple[name];
    return role !== undefined && name === `meta-data/iam/security-credentials/${role}`
      ? this.#credentials(instance)
      : undefined;
  }

  #credentials({ id, profile }: Instance): string | undefined {
    const role = profile?.role;
    if (!role) return undefined;
    const now = this.#state.now();
    if (this.#session?.role !== role.uniqueId || this.#session.expiresAt - now < renewalMilliseconds) {
      const key = beginSession(this.#account, role, { session: id, seconds: defaultSessionSeconds });
      this.#session = { ...key, role: role.uniqueId };
    }
    const {
      id: AccessKeyId,
      secretAccessKey: SecretAccessKey,
      sessionToken: Token,
      createdAt,
      expiresAt,
    } = this.#session;
    return JSON.stringify({
      Code: "Success",
      LastUpdated: timestamp(createdAt),
      Type: "AWS-HMAC",
      AccessKeyId,
      SecretAccessKey,
      Token,
      Expiration: timestamp(expiresAt),
    });
  }
}

function reply(status: number, body: string, more: HttpReply["headers"] = []): HttpReply {
  return { status, headers: [["Content-Type", "text/plain"], ...more], body };
}
