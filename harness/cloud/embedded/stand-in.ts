import type { Answered } from "./delivery.ts";
import { type Headers, type HttpRequest, valuesOf } from "./http-message.ts";

/** A recorded request: its caller and action, without secrets and signatures. */
export type RecordedCall = Readonly<{
  action: string;
  /** Service in the scope of the credential; "" without a credential. */
  service: string;
  region: string;
  accessKeyId: string;
  /** True if the credential is temporary. */
  temporary: boolean;
  /** Role to assume; "" for other actions. */
  roleArn: string;
}>;

/** Reply of a stand-in. */
export type ScriptedReply = Readonly<{ status: number; headers: Headers; body: string }>;

/** Maximum number of recorded calls, more than any scenario makes; the oldest are removed. */
const maximumCalls = 1000;

/**
 * A second endpoint. It records requests, and forwards them to the cloud unless it has a scripted
 * reply.
 */
export class StandIn {
  readonly #pass: (request: HttpRequest) => Answered;
  readonly #calls: RecordedCall[] = [];
  #script: ScriptedReply | undefined;

  /** `pass` returns the cloud's response. */
  constructor(pass: (request: HttpRequest) => Answered) {
    this.#pass = pass;
  }

  /** Recorded requests, oldest first. */
  get calls(): readonly RecordedCall[] {
    return this.#calls;
  }

  /** Sets the reply to all further requests. Undefined: the cloud's reply. */
  script(reply: ScriptedReply | undefined): void {
    this.#script = reply;
  }

  answer(request: HttpRequest): Answered {
    this.#calls.push(recorded(request));
    if (this.#calls.length > maximumCalls) this.#calls.shift();
    return this.#script ?? this.#pass(request);
  }
}

function recorded({ target, headers, body }: HttpRequest): RecordedCall {
  const [authorization = ""] = valuesOf(headers, "authorization");
  const [, accessKeyId = "", region = "", service = ""] =
    /Credential=([^/,\s]*)\/\d*\/([^/,\s]*)\/([^/,\s]*)\//.exec(authorization) ?? [];
  const form = new URLSearchParams(`${target.split("?")[1] ?? ""}&${Buffer.from(body).toString()}`);
  const parameter = (name: string) => form.get(name) ?? "";
  const temporary = valuesOf(headers, "x-amz-security-token").length > 0;
  return { action: parameter("Action"), roleArn: parameter("RoleArn"), service, region, accessKeyId, temporary };
}
