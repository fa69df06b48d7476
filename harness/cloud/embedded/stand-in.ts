import type { Answered } from "./delivery.ts";
import { type Headers, type HttpRequest, valuesOf } from "./http-message.ts";

/** A request as recorded: its caller and action, without secrets and signatures. */
export type RecordedCall = Readonly<{
  action: string;
  /** API for which the request was signed; "" if no Authorization header names it. */
  service: string;
  region: string;
  accessKeyId: string;
  temporary: boolean;
  /** Parameter `RoleArn` of the request; "" if it has none. */
  roleArn: string;
}>;

export type ScriptedReply = Readonly<{ status: number; headers: Headers; body: string }>;

const maximumCalls = 1000;

export class StandIn {
  readonly #pass: (request: HttpRequest) => Answered;
  readonly #calls: RecordedCall[] = [];
  #script: ScriptedReply | undefined;

  constructor(pass: (request: HttpRequest) => Answered) {
    this.#pass = pass;
  }

  get calls(): readonly RecordedCall[] {
    return this.#calls;
  }

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
