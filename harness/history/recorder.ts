import { hash } from "node:crypto";
import { KnownSecrets } from "#harness/masking/known-secrets.ts";
import { maskSecrets } from "#harness/masking/mask.ts";
import { maskText } from "#harness/masking/mask-text.ts";
import { secretNamesAt } from "#harness/masking/secret-name.ts";
import { Canaries } from "./canaries.ts";
import { Digests } from "./digests.ts";
import type { EventOf, NewEvent } from "./event.ts";
import { frameFacts } from "./frame-facts.ts";
import { FramesInParts } from "./frames-in-parts.ts";
import type { History } from "./history.ts";
import { maskedStatement, type StatementOptions } from "./masked-statement.ts";
import { RoleWatch } from "./role-watch.ts";
import { secretsOf, valuesOf } from "./secrets-of.ts";

/** Maximum number of canary events of a stage. Afterwards, further secrets are not searched for. */
const maxCanaries = 20_000;

/** Parties that are not clusters. Frames to and from them legitimately contain secrets. */
const outside: ReadonlySet<string> = new Set(["client", "database", "cloud"]);

/** The cluster, or "client", and the path from which a secret came. `cause` is the event number of the request. */
export type Origin = Readonly<{ cluster: string; path: string; cause?: number }>;

/** A location in which secrets are searched for. `to` is the recipient of a frame. */
export type EventLocation = Readonly<{ where: string; cluster?: string; to?: string; cause?: number }>;

export class Recorder {
  readonly history: History;
  readonly digests: Digests;
  readonly secrets = new KnownSecrets();
  readonly #roles = new RoleWatch();
  readonly #parts = new FramesInParts();
  readonly #canaries = new Canaries();
  readonly #recordedCanaries = new Set<string>();

  constructor({ history, key }: Readonly<{ history: History; key: string }>) {
    this.history = history;
    this.digests = new Digests(key);
  }

  note(added: NewEvent): number {
    return this.history.note(added);
  }

  /**
   * Finds the secrets in a body by the names of their fields. From now on they are masked and searched for, unless they
   * are too short.
   */
  learn(body: unknown, origin: Origin): void {
    this.secrets.learn(body, secretNamesAt(origin.path));
    for (const { secret, kind } of secretsOf(body)) this.#lookFor(secret, kind, origin);
  }

  /** Records a role event with this `cause` if the response shows that a cluster's role, state or era has changed. */
  role(answer: Parameters<RoleWatch["fromReply"]>[0], cause: number): void {
    const role = this.#roles.fromReply(answer);
    if (role) this.note({ ...role, cause });
  }

  /**
   * Like {@link learn}, and also searches from now on for other values that are assumed to be unguessable, except if
   * the path begins with `sys/`: such values legitimately appear in many places.
   */
  learnWritten(body: unknown, origin: Origin): void {
    this.learn(body, origin);
    if (origin.path.startsWith("sys/")) return;
    for (const value of valuesOf(body)) this.#lookFor(value, "value", origin);
  }

  text(text: string): string {
    return maskText(text, this.secrets.all);
  }

  /** Returns a statement with its passwords masked. From now on, these passwords are masked and searched for. */
  statement(statement: string, origin: Origin, options?: StatementOptions): string {
    const { shown, taken } = maskedStatement(statement, options);
    for (const { text, isPassword } of taken) {
      if (!isPassword) continue;
      this.secrets.add(text);
      this.#lookFor(text, "password", origin);
    }
    return this.text(shown);
  }

  /** Returns the digest of the last password that the statements set; undefined if they set none. */
  passwordIn(statements: readonly string[]): string | undefined {
    const taken = statements.flatMap((statement) => maskedStatement(statement).taken);
    const last = taken.findLast(({ isPassword }) => isPassword);
    return last && this.digests.of(last.text);
  }

  json(value: unknown): unknown {
    return maskSecrets(value, this.secrets.all);
  }

  /** Records a sighting event for each secret that `text` contains. */
  look(text: string, { where, cluster, to, cause }: EventLocation): void {
    for (const { canary, form } of this.#canaries.in(text)) {
      this.note({
        type: "sighting",
        canary,
        where,
        form,
        ...(cluster === undefined ? {} : { cluster }),
        ...(to === undefined ? {} : { to }),
        ...(cause === undefined ? {} : { cause }),
      });
    }
  }

  /**
   * Records a frame and, if it is sent between clusters, the secrets in it. The secrets of a frame in parts are
   * searched for when its last part is sent. Returns the number of the frame's event.
   */
  frame({ from, to, kind, ...sent }: Readonly<{ from: string; to: string; kind?: string; content: string }>): number {
    const content = kind === undefined ? this.#parts.wholeOf(`${from} ${to}`, sent.content) : sent.content;
    const facts = kind === undefined ? frameFacts(content) : { kind };
    const digest = hash("sha256", content, "hex").slice(0, 12);
    const cause = this.note({ type: "frame", from, to, ...facts, size: content.length, digest });
    if (!outside.has(from) && !outside.has(to)) this.look(content, { where: "wire", cluster: from, to, cause });
    return cause;
  }

  /** Records a line of a cluster's log, the secrets in it, and the role change that it shows, if any. */
  log({ cluster, level, message, facts }: Omit<EventOf<"log">, "type" | "seq" | "at" | "cause">): void {
    const isMore = facts !== undefined && Object.keys(facts).length > 0;
    const shown = isMore ? { facts: this.json(facts) as Record<string, unknown> } : {};
    const cause = this.note({ type: "log", cluster, level, message: this.text(message), ...shown });
    this.look(isMore ? `${message} ${JSON.stringify(facts)}` : message, { where: "log", cluster, cause });
    const role = this.#roles.fromLog({ cluster, message });
    if (role) this.note({ ...role, cause });
  }

  #lookFor(secret: string, kind: string, { cluster, path, cause }: Origin): void {
    if (this.#recordedCanaries.size >= maxCanaries) return;
    const canary = this.#canaries.add(secret);
    const key = `${canary} ${cluster} ${path}`;
    if (canary === undefined || this.#recordedCanaries.has(key)) return;
    this.#recordedCanaries.add(key);
    this.note({
      type: "canary",
      canary,
      kind,
      cluster,
      path: this.text(path),
      ...(cause === undefined ? {} : { cause }),
    });
  }
}
