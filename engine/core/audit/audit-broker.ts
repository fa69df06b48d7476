import type { Answer } from "../../api/answer.ts";
import { reasonOf } from "../../api/errors/reason.ts";
import { Problem } from "../../api/problem.ts";
import type { AuditSink } from "../../ports/audit.ts";
import type { Ports } from "../../ports/ports.ts";
import { keyedMutex } from "../concurrency/keyed-mutex.ts";
import { collection, type Storage } from "../storage/storage.ts";
import { type AuditDevice, auditFormatOf, auditTarget } from "./device.ts";
import { type AuditedRequest, type AuditFormatter, type Holder, requestEntry, responseEntry } from "./entry.ts";

const shared = collection<AuditDevice>("shared", "audit/");
const local = collection<AuditDevice>("local", "audit/");
const headers = collection<{ hmac: boolean }>("shared", "audited-header/");

type Open = Readonly<{ device: AuditDevice; sink: AuditSink | undefined; formatter: AuditFormatter }>;

export class AuditBroker {
  readonly kinds = ["audit", "audited-header"];
  readonly #storage: Storage;
  readonly #ports: Ports;
  readonly #withLock = keyedMutex();
  #devices = new Map<string, Open>();
  #headers = new Map<string, boolean>();

  constructor({ storage, ports }: { storage: Storage; ports: Ports }) {
    this.#storage = storage;
    this.#ports = ports;
  }

  get isEnabled(): boolean {
    return this.#devices.size > 0;
  }

  devices(): readonly AuditDevice[] {
    return [...this.#devices.values()].map(({ device }) => device).sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Loads the stored headers and devices. Writes to a device that could not be opened fail. */
  reload(): Promise<void> {
    return this.#withLock("change", () => this.#reload());
  }

  async #reload(): Promise<void> {
    const wanted = new Map<string, AuditDevice>();
    for (const devices of [shared, local]) {
      for (const path of await devices.names(this.#storage)) {
        const device = await devices.read(this.#storage, path);
        if (device) wanted.set(path, device);
      }
    }
    const before = this.#devices;
    const now = new Map<string, Open>();
    for (const [path, device] of wanted) {
      const open = before.get(path);
      now.set(path, open?.device.salt === device.salt ? open : await this.#open(device));
    }
    this.#devices = now;
    for (const [path, { device, sink }] of before) if (now.get(path)?.sink !== sink) await this.#close(device, sink);
    this.#headers = new Map();
    for (const name of await headers.names(this.#storage)) {
      const header = await headers.read(this.#storage, name);
      if (header) this.#headers.set(name, header.hmac);
    }
  }

  /**
   * Enables a device after a test write. Throws a Problem "refused" if the path is in use, an option is invalid or the
   * device cannot be written to.
   */
  enable(device: AuditDevice): Promise<void> {
    return this.#withLock("change", async () => {
      if (this.#devices.has(device.path)) throw new Problem("refused", "path already in use");
      const formatter = this.#formatterOf(device);
      const sink = await this.#openTested(device, formatter);
      try {
        await this.#storage.commit([(device.local ? local : shared).put(device.path, device)]);
      } catch (error) {
        await this.#close(device, sink);
        throw error;
      }
      this.#devices.set(device.path, { device, sink, formatter });
    });
  }

  disable(path: string): Promise<void> {
    return this.#withLock("change", async () => {
      const open = this.#devices.get(path);
      if (!open) return;
      await this.#storage.commit([(open.device.local ? local : shared).remove(path)]);
      this.#devices.delete(path);
      await this.#close(open.device, open.sink);
    });
  }

  async #openTested({ path, type, options }: AuditDevice, { prefix }: AuditFormatter): Promise<AuditSink> {
    let sink: AuditSink | undefined;
    try {
      sink = await this.#ports.audit.open(auditTarget(type, options));
      await sink.write(`${prefix}${JSON.stringify({ time: "", type: "request", test: true })}\n`);
      return sink;
    } catch (cause) {
      await this.#close({ path }, sink);
      if (cause instanceof Problem) throw cause;
      throw new Problem("refused", `the audit device cannot be written to: ${reasonOf(cause)}`, { cause });
    }
  }

  async #close({ path }: Pick<AuditDevice, "path">, sink: AuditSink | undefined): Promise<void> {
    try {
      await sink?.close();
    } catch (error) {
      this.#ports.log.warn("an audit device could not be closed", { path, reason: reasonOf(error) });
    }
  }

  hash(path: string, text: string): string {
    const open = this.#devices.get(path);
    if (!open) throw new Problem("refused", `unknown audit backend "${path}"`);
    return open.formatter.mask(text);
  }

  auditedHeaders(): ReadonlyMap<string, boolean> {
    return this.#headers;
  }

  async auditHeader(name: string, hmac: boolean): Promise<void> {
    await this.#storage.commit([headers.put(name.toLowerCase(), { hmac })]);
    await this.reload();
  }

  async forgetHeader(name: string): Promise<void> {
    await this.#storage.commit([headers.remove(name.toLowerCase())]);
    await this.reload();
  }

  headersOf(sent: Readonly<Record<string, string | undefined>>): AuditedRequest["headers"] {
    return [...this.#headers].flatMap(([name, hmac]) => {
      const value = sent[name];
      return value === undefined ? [] : [{ name, value, hmac }];
    });
  }

  /** Writes a request's entry. Throws a Problem "failed" if all devices fail; with no device, does nothing. */
  logRequest(exchange: { request: AuditedRequest; holder: Holder; error: string }): Promise<void> {
    return this.#write((formatter) => requestEntry(exchange, formatter));
  }

  /** Writes a response's entry. Throws a Problem "failed" if all devices fail; with no device, does nothing. */
  logResponse(exchange: {
    request: AuditedRequest;
    holder: Holder;
    error: string;
    answer: Answer | undefined;
  }): Promise<void> {
    return this.#write((formatter) => responseEntry({ ...exchange, at: this.#ports.clock.now() }, formatter));
  }

  async closeAll(): Promise<void> {
    const open = [...this.#devices.values()];
    this.#devices = new Map();
    for (const { device, sink } of open) await this.#close(device, sink);
  }

  async #write(entryOf: (formatter: AuditFormatter) => object): Promise<void> {
    const devices = [...this.#devices.values()];
    const results = await Promise.allSettled(
      devices.map(async ({ sink, formatter }) => {
        if (!sink) throw new Error("it could not be opened");
        await sink.write(`${formatter.prefix}${JSON.stringify(entryOf(formatter))}\n`);
      }),
    );
    for (const [index, { device }] of devices.entries()) {
      const result = results[index];
      if (result?.status !== "rejected") continue;
      this.#ports.log.error("an audit device failed", { path: device.path, reason: reasonOf(result.reason) });
    }
    if (results.length > 0 && results.every(({ status }) => status === "rejected")) {
      throw new Problem("failed", "internal error");
    }
  }

  async #open(device: AuditDevice): Promise<Open> {
    try {
      const formatter = this.#formatterOf(device);
      return { device, sink: await this.#ports.audit.open(auditTarget(device.type, device.options)), formatter };
    } catch (error) {
      this.#ports.log.error("an audit device could not be opened", { path: device.path, reason: reasonOf(error) });
      return { device, sink: undefined, formatter: this.#formatterOf({ ...device, options: {} }) };
    }
  }

  #formatterOf({ options, salt }: AuditDevice): AuditFormatter {
    const { cryptography } = this.#ports;
    const mask = (text: string) => `hmac-sha256:${cryptography.hmacHex(salt, text)}`;
    return { ...auditFormatOf(options), mask, maskedFields: new WeakMap() };
  }
}
