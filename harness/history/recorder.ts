import { hash } from "node:crypto";
import { KnownSecrets } from "#harness/reports/known-secrets.ts";
import { maskSecrets } from "#harness/reports/mask.ts";
import { maskText } from "#harness/reports/mask-text.ts";
import { secretNamesAt } from "#harness/reports/secret-name.ts";
import { Canaries } from "./canaries.ts";
import { Digests } from "./digests.ts";
import type { EventOf, NewEvent } from "./event.ts";
import { frameFacts } from "./frame-facts.ts";
import { FramesInParts } from "./frames-in-parts.ts";
import type { History } from "./history.ts";
import { maskedStatement, type StatementOptions } from "./masked-statement.ts";
import { RoleWatch } from "./role-watch.ts";
import { secretsOf, valuesOf } from "./secrets-of.ts";

/** What a stage makes is looked for up to so many secrets; a longer play makes its later ones in the same ways. */
const maxCanaries = 20_000;

/** Parties that are no clusters: what is told to them is told on purpose. */
const outside: ReadonlySet<string> = new Set(["client", "database", "cloud"]);

/** Where something came up: on which cluster, at which path, and in which event. */
export type Origin = Readonly<{ cluster: string; path: string; cause?: number }>;

/** Somewhere that a secret is not to be. */
export type EventLocation = Readonly<{ where: string; cluster?: string; to?: string; cause?: number }>;

/** Between a stage and its history: takes what happens as it is, masks it, and notes where secrets are seen. */
export class Recorder {
  readonly history: History;
  readonly digests: Digests;
  readonly secrets = new KnownSecrets();
  readonly #roles = new RoleWatch();
  readonly #parts = new FramesInParts();
  readonly #canaries = new Canaries();
  /** Where each secret came up, so that it is told once. */
  readonly #places = new Set<string>();

  /** `key` makes digests; it is drawn for each history and never written. */
  constructor({ history, key }: Readonly<{ history: History; key: string }>) {
    this.history = history;
    this.digests = new Digests(key);
  }

  note(added: NewEvent): number {
    return this.history.note(added);
  }

  /** Remembers the secrets in a body; they are masked and looked for from now on. */
  learn(body: unknown, origin: Origin): void {
    this.secrets.learn(body, secretNamesAt(origin.path));
    for (const { secret, kind } of secretsOf(body)) this.#lookFor(secret, kind, origin);
  }

  /** Notes what a cluster is, where its answer `cause` tells that it is something else than before. */
  role(answer: Parameters<RoleWatch["see"]>[0], cause: number): void {
    const role = this.#roles.see(answer);
    if (role) this.note({ ...role, cause });
  }

  /** Looks for what a client wrote as well, where it could not be guessed; what is set below `sys/` is told in many places. */
  learnWritten(body: unknown, origin: Origin): void {
    this.learn(body, origin);
    if (origin.path.startsWith("sys/")) return;
    for (const value of valuesOf(body)) this.#lookFor(value, "value", origin);
  }

  text(text: string): string {
    return maskText(text, this.secrets.all);
  }

  /** A statement without the passwords that it sets; they are masked everywhere else, too, and looked for. */
  statement(statement: string, origin: Origin, options?: StatementOptions): string {
    const { shown, taken } = maskedStatement(statement, options);
    for (const { text, isPassword } of taken) {
      if (!isPassword) continue;
      this.secrets.add(text);
      this.#lookFor(text, "password", origin);
    }
    return this.text(shown);
  }

  json(value: unknown): unknown {
    return maskSecrets(value, this.secrets.all);
  }

  /** Notes where `text` shows a secret. */
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

  /** Notes what sets out from one party to another, and the secrets in it: of a frame in parts the whole, with the last. Gives back its number. */
  frame({ from, to, kind, ...sent }: Readonly<{ from: string; to: string; kind?: string; content: string }>): number {
    const content = kind === undefined ? this.#parts.wholeOf(`${from} ${to}`, sent.content) : sent.content;
    const facts = kind === undefined ? frameFacts(content) : { kind };
    const digest = hash("sha256", content, "hex").slice(0, 12);
    const cause = this.note({ type: "frame", from, to, ...facts, size: content.length, digest });
    if (!outside.has(from) && !outside.has(to)) this.look(content, { where: "wire", cluster: from, to, cause });
    return cause;
  }

  /** Notes a line of a cluster's log, and the secrets in it. */
  log({ cluster, level, message, facts }: Omit<EventOf<"log">, "type" | "seq" | "at" | "cause">): void {
    const isMore = facts !== undefined && Object.keys(facts).length > 0;
    const shown = isMore ? { facts: this.json(facts) as Record<string, unknown> } : {};
    const cause = this.note({ type: "log", cluster, level, message: this.text(message), ...shown });
    this.look(isMore ? `${message} ${JSON.stringify(facts)}` : message, { where: "log", cluster, cause });
    const role = this.#roles.hear({ cluster, message });
    if (role) this.note({ ...role, cause });
  }

  #lookFor(secret: string, kind: string, { cluster, path, cause }: Origin): void {
    if (this.#places.size >= maxCanaries) return;
    const canary = this.#canaries.add(secret);
    const place = `${canary} ${cluster} ${path}`;
    if (canary === undefined || this.#places.has(place)) return;
    this.#places.add(place);
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
