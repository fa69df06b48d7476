import type { Answer } from "../../api/answer.ts";
import { type JsonObject, parseJson } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import type { Call, Request } from "../../api/request.ts";
import type { Ports } from "../../ports/ports.ts";
import type { AuditTrail } from "../audit/audit-trail.ts";
import type { Asked } from "../audit/entry.ts";
import { Witness } from "../audit/witness.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Caller } from "../mounts/mount-type.ts";
import { absolutePath } from "../mounts/open-mount.ts";
import { type Capability, capabilityFor } from "../policy/capability.ts";
import type { QuotaTarget } from "../quotas/quota.ts";
import type { Quotas } from "../quotas/quotas.ts";
import type { ForwardedCall, Outcome, WritePath } from "../storage/write-path.ts";
import type { TokenLife } from "../tokens/token-life.ts";
import type { Wrapping } from "../wrapping/wrapping.ts";
import { Finder, isSystemPath, type Placed } from "./finder.ts";
import { type Found, hidingInternals, type Prepared } from "./found.ts";
import { Rights } from "./rights.ts";

/** What came with a call: the id of its request, and its headers. */
export type Sent = Readonly<{ id: string; headers: Request["headers"] }>;

type ReceptionOptions = Readonly<{
  ports: Ports;
  writePath: WritePath;
  audit: AuditTrail;
  quotas: Quotas;
  metrics: Metrics;
  life: () => Readonly<{ tokens: TokenLife; wrapping: Wrapping }>;
}> &
  Omit<ConstructorParameters<typeof Finder>[0], "rights" | "forward">;

/** What every request meets, in this order: quotas, audit, token, rights, fields, handler, wrapping. */
export class Reception {
  readonly #options: ReceptionOptions;
  readonly #finder: Finder;
  readonly #rights: Rights;

  constructor(options: ReceptionOptions) {
    this.#options = options;
    this.#rights = new Rights(options);
    this.#finder = new Finder({
      ...options,
      rights: this.#rights,
      forward: (call, caller) => this.#forward(call, caller),
    });
  }

  get rights(): Rights {
    return this.#rights;
  }

  /** Carries out one call. Throws a Problem. */
  async perform(asked: Call, sent: Sent): Promise<Answer | undefined> {
    const { clock } = this.#options.ports;
    const start = clock.now();
    try {
      const placed = this.#finder.place(asked);
      return await (this.#options.quotas.limitRate ? this.#within(placed, sent) : this.#witnessed(placed, sent));
    } finally {
      this.#options.metrics.note(isLogin(asked) ? loginDuration : requestDuration, clock.now() - start);
    }
  }

  /** Admits a call by the quotas. */
  async #within(placed: Placed, sent: Sent): Promise<Answer | undefined> {
    const headers = await this.#admitted(placed, sent);
    const answer = await this.#witnessed(placed, sent);
    if (Object.keys(headers).length === 0) return answer;
    return { ...(answer ?? { status: 204 }), headers: { ...answer?.headers, ...headers } };
  }

  async #admitted(placed: Placed, sent: Sent): Promise<Readonly<Record<string, string>>> {
    try {
      return this.#options.quotas.admit(this.#quotaTargetOf(placed), placed.call.remoteAddress);
    } catch (problem) {
      if (this.#options.quotas.settings.rateLimitAuditLogging && this.#options.audit.isKept) {
        await new Witness(this.#options.audit, this.#described(placed, sent)).refused(problem);
      }
      throw problem;
    }
  }

  /** Has audit devices know of a call before it is done, and of its answer before it is given. */
  #witnessed(placed: Placed, sent: Sent): Promise<Answer | undefined> {
    const found = hidingInternals(this.#finder.find(placed));
    const isAudited = this.#options.audit.isKept && (found instanceof Problem || !found.unaudited);
    return isAudited ? this.#audited(placed, found, sent) : this.#perform(placed, found);
  }

  async #audited(placed: Placed, found: Found | Problem, sent: Sent): Promise<Answer | undefined> {
    const witness = new Witness(this.#options.audit, this.#described(placed, sent));
    let answer: Answer | undefined;
    try {
      answer = await this.#perform(placed, found, witness);
    } catch (problem) {
      await witness.refused(problem);
      throw problem;
    }
    await witness.answered(answer);
    return answer;
  }

  async #perform(placed: Placed, found: Found | Problem, witness?: Witness): Promise<Answer | undefined> {
    const { call } = placed;
    if (found instanceof Problem) {
      if (found.plain) throw found;
      const token = await this.#rights.authenticate(placed);
      await this.#rights.authorise(token, placed, {
        capabilities: [capabilityFor(call.verb, undefined)],
        spelling: undefined,
      });
      throw found;
    }
    if (found.unauthenticated) {
      const caller = { ...nobody, token: call.token, remoteAddress: call.remoteAddress };
      await witness?.asked();
      return this.#carryOut(found.prepare(caller), caller, placed);
    }
    if (call.verb === "read" && call.path === "cubbyhole/response") {
      await witness?.asked();
      const response = await this.#options.life().wrapping.asResponse(call.token, placed.realm.namespace.id);
      if (response) return response;
    }
    const token = await this.#rights.authenticate(placed);
    witness?.recognises({ token, identityPolicies: await this.#rights.identityPoliciesOf(token) });
    try {
      const caller = {
        displayName: token.displayName,
        token: call.token,
        tokenKey: token.key,
        ...(token.type === "batch" ? { batch: { parentKey: token.parent ?? "", expiresAt: token.expiresAt } } : {}),
        entityId: token.entityId,
        remoteAddress: call.remoteAddress,
      };
      if (found.splits && call.verb === "write") {
        const prepared = found.prepare(caller);
        const capabilities = capabilitiesFor(call.verb, await prepared.exists(), found.sudo);
        await this.#rights.authorise(token, placed, { capabilities, spelling: found.spelling });
        await witness?.asked();
        return await this.#carryOut(prepared, caller, placed);
      }
      const capabilities = capabilitiesFor(call.verb, undefined, found.sudo);
      await this.#rights.authorise(token, placed, { capabilities, spelling: found.spelling });
      await witness?.asked();
      return await this.#carryOut(found.prepare(caller), caller, placed);
    } finally {
      // After its last use a token ends.
      if (token.uses === -1) await this.#options.life().tokens.revoke(token);
    }
  }

  /** Carries out a call that a secondary has authenticated and authorised. */
  async serve({
    verb,
    namespace,
    path,
    fieldsText,
    displayName,
    entityId,
    remoteAddress,
  }: ForwardedCall): Promise<Outcome> {
    try {
      if (!this.#options.writePath.leads()) throw new Problem("unavailable", "this cluster is not the primary");
      const fields = parseJson(fieldsText) as JsonObject;
      const found = this.#finder.find(
        this.#finder.place({ verb, namespace, path, fields, remoteAddress, folder: false, token: "" }),
      );
      if (found instanceof Problem) throw found;
      const caller = { ...nobody, displayName, entityId, remoteAddress };
      return { answer: (await found.prepare(caller).run()) ?? null };
    } catch (error) {
      if (error instanceof Problem) return { problem: { code: error.code, message: error.message } };
      throw error;
    }
  }

  /** Whether the path of a call is answered without a token; errors are spelt differently there. */
  isUnauthenticated(call: Call): boolean {
    try {
      const found = this.#finder.find(this.#finder.place(call));
      return !(found instanceof Problem) && found.unauthenticated;
    } catch {
      return true;
    }
  }

  /** A request as audit devices are told of it. */
  #described({ realm, call }: Placed, { id, headers }: Sent): Asked {
    const mount = isSystemPath(call.path) ? undefined : realm.mounts.find(call.path)?.[0].mount;
    const { clock } = this.#options.ports;
    return {
      id,
      at: clock.now(),
      call,
      namespace: realm.namespace,
      mount,
      headers: this.#options.audit.headersOf(headers),
    };
  }

  #quotaTargetOf({ realm, call }: Placed): QuotaTarget {
    const namespace = realm.namespace.path;
    const open = isSystemPath(call.path) ? undefined : realm.mounts.find(call.path)?.[0];
    const role = open?.mount.kind === "auth" && typeof call.fields.role === "string" ? call.fields.role : "";
    return { path: namespace + call.path, namespace, mount: open ? absolutePath(open) : "", role };
  }

  async #carryOut(prepared: Prepared, caller: Caller, placed: Placed): Promise<Answer | undefined> {
    const isOurs = this.#options.writePath.leads() || (await prepared.served()) === "locally";
    const answer = await (isOurs ? prepared.run() : this.#forward(placed.call, caller));
    return placed.call.wrap ? this.#wrapped(answer, placed) : answer;
  }

  /** The answer behind a wrapping token, where the caller wished so and there is something to wrap. */
  async #wrapped(answer: Answer | undefined, { call, realm }: Placed): Promise<Answer | undefined> {
    const { wrap: wish, verb, path } = call;
    if (!wish || !answer || !isWrappable(answer)) return answer;
    const creationPath = verb === "list" ? `${path}/` : path;
    const { headers, ...kept } = answer;
    const wrap = await this.#options
      .life()
      .wrapping.wrap(kept, { ...wish, creationPath, namespace: realm.namespace.id });
    return headers ? { wrap, headers } : { wrap };
  }

  async #forward(
    { verb, namespace, path, fields }: Pick<Call, "verb" | "namespace" | "path" | "fields">,
    { displayName, entityId, remoteAddress }: Caller,
  ): Promise<Answer | undefined> {
    const outcome = await this.#options.writePath.forward({
      verb,
      namespace,
      path,
      fieldsText: JSON.stringify(fields),
      displayName,
      entityId,
      remoteAddress,
    });
    if ("problem" in outcome) throw new Problem(outcome.problem.code, outcome.problem.message);
    return outcome.answer ?? undefined;
  }
}

const nobody: Caller = { displayName: "", token: "", tokenKey: "", entityId: "", remoteAddress: "" };

/** What the reference calls how long requests take. */
const [requestDuration, loginDuration] = ["vault.core.handle_request", "vault.core.handle_login_request"];

/** Whether a call asks for a token at an auth method. */
function isLogin({ verb, path }: Call): boolean {
  return verb === "write" && path.startsWith("auth/") && path.includes("/login");
}

/** What has no body, no envelope, or is wrapped already, stays as it is; so does what is no success. */
function isWrappable({ bare, bodiless, text, wrap, status = 200 }: Answer): boolean {
  const isEmpty = bodiless || status === 204;
  return bare === undefined && !isEmpty && text === undefined && wrap === undefined && status < 300;
}

function capabilitiesFor(verb: Call["verb"], exists: boolean | undefined, sudo: boolean): readonly Capability[] {
  return sudo ? [capabilityFor(verb, exists), "sudo"] : [capabilityFor(verb, exists)];
}
