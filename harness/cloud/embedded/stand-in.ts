import type { Answered } from "./delivery.ts";
import { type Headers, type HttpRequest, valuesOf } from "./http-message.ts";

/** A request to a stand-in: its caller and its action; neither secrets nor signatures. */
export type RecordedCall = Readonly<{
  action: string;
  /** Of the credential's scope; empty for a request without one. */
  service: string;
  region: string;
  accessKeyId: string;
  /** Whether the credential is a temporary one. */
  temporary: boolean;
  /** The role that it asks to assume; empty for other actions. */
  roleArn: string;
}>;

/** What a stand-in is told to answer. */
export type ScriptedReply = Readonly<{ status: number; headers: Headers; body: string }>;

/** More calls than any scenario makes; the oldest are forgotten. */
const maximumCalls = 1000;

/** Another endpoint than the cloud's own. It passes what it is asked on to the cloud and writes it down, or answers what it is told to. */
export class StandIn {
  readonly #pass: (request: HttpRequest) => Answered;
  readonly #calls: RecordedCall[] = [];
  #script: ScriptedReply | undefined;

  /** `pass` answers as the cloud does. */
  constructor(pass: (request: HttpRequest) => Answered) {
    this.#pass = pass;
  }

  /** What it was asked, oldest first. */
  get calls(): readonly RecordedCall[] {
    return this.#calls;
  }

  /** From now on it answers `reply`, whatever it is asked; without one, as the cloud does. */
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
