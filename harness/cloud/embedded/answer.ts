import { CloudError } from "../cloud-error.ts";
import type { CloudCall } from "../cloud-provider.ts";
import { type HttpReply, type HttpRequest, valuesOf } from "../http-message.ts";
import { verifySignature } from "../signature/verify-signature.ts";
import { identityOf } from "./access-key.ts";
import type { Action, ActionContext } from "./action.ts";
import { type Call, readCall } from "./call.ts";
import type { CloudState } from "./cloud-state.ts";
import { newRequestId } from "./identifier.ts";
import { type Content, type Document, errorDocument, resultDocument, toJson, toXml } from "./rendering.ts";
import { actionNamed, type Service, serviceOfVersion, sts } from "./service.ts";

/** More calls than any scenario makes. */
const maxLedgerEntries = 10_000;

/** The region of the provider's global endpoints, which every client may sign for. */
const globalRegion = "us-east-1";

/**
 * Answers a request as STS, IAM and EC2 would, once its signature is verified. Every refusal is an answer too.
 * Needs no socket: the embedded server and the simulator both call it.
 */
export function answer(state: CloudState, request: HttpRequest): HttpReply {
  const requestId = newRequestId(state.random);
  const { status, service, document } = outcome(state, request, requestId);
  const json =
    service.speaksJson && valuesOf(request.headers, "accept").some((types) => /^application\/json\b/i.test(types));
  return {
    status,
    headers: [
      // Clients compare the type of STS answers with exactly this, so no charset.
      ["Content-Type", json ? "application/json" : "text/xml"],
      ["x-amzn-RequestId", requestId],
      // Clients of the provider set their clocks by this.
      ["Date", new Date(state.now()).toUTCString()],
    ],
    body: json ? toJson(document) : toXml(document, service),
  };
}

type Outcome = Readonly<{ status: number; service: Service; document: Document }>;

function outcome(state: CloudState, request: HttpRequest, requestId: string): Outcome {
  let service = sts;
  try {
    const call = readCall(request);
    service = serviceOfVersion(call.version);
    const result = perform(state, request, { service, call });
    return { status: 200, service, document: resultDocument(service.name, { action: call.action, result }, requestId) };
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    return { status: error.status, service, document: errorDocument(service.name, error, requestId) };
  }
}

function perform(
  state: CloudState,
  request: HttpRequest,
  { service, call: { action: name, parameters } }: Readonly<{ service: Service; call: Call }>,
): Content | undefined {
  const action = actionNamed(name, service);
  const regions = new Set(service.global ? [globalRegion] : [globalRegion, ...state.regions]);
  const { key, region } = verifySignature(request, (id) => state.keys.get(id), {
    service: service.name,
    regions,
    now: state.now(),
  });
  const entry = {
    at: state.now(),
    service: service.name,
    action: name,
    region,
    accessKeyId: key.id,
    caller: identityOf(key.caller).Arn,
  };
  try {
    const result = carryOut(action, name, { state, caller: key.caller, region, parameters });
    note(state, entry);
    return result;
  } catch (error) {
    if (error instanceof CloudError) note(state, { ...entry, refusal: error.code });
    throw error;
  }
}

/** Writes a call down; the oldest is forgotten when there are too many. */
function note(state: CloudState, entry: CloudCall): void {
  state.ledger.push(entry);
  if (state.ledger.length > maxLedgerEntries) state.ledger.shift();
}

function carryOut(action: Action, name: string, context: ActionContext): Content | undefined {
  const { state, parameters } = context;
  const fault = state.faults.get(name);
  if (fault !== undefined) throw new CloudError(fault, `The cloud was told to answer ${name} so.`);
  for (const parameter of parameters.keys()) {
    if (!action.parameters.includes(parameter.replace(/\.\d+$/, ".N"))) {
      const known = action.parameters.join(", ") || "none";
      throw new CloudError("ValidationError", `The embedded cloud knows these parameters of ${name} only: ${known}.`);
    }
  }
  return action.run(context);
}
