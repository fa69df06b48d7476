import { identityOf } from "./access-key.ts";
import type { Action, ActionContext } from "./action.ts";
import { type Call, readCall } from "./call.ts";
import { CloudError } from "./cloud-error.ts";
import type { CloudFault } from "./cloud-fault.ts";
import type { CloudCall } from "./cloud-provider.ts";
import type { CloudState } from "./cloud-state.ts";
import type { Answered, Delivery } from "./delivery.ts";
import { faultOf, refuseFor, skewMilliseconds } from "./fault.ts";
import { type HttpRequest, valuesOf } from "./http-message.ts";
import { newRequestId } from "./identifier.ts";
import { makeAgain } from "./make-again.ts";
import { type Content, type Document, errorDocument, resultDocument, toJson, toXml } from "./rendering.ts";
import { actionNamed, type Service, serviceOfVersion, sts } from "./service.ts";
import { verifySignature } from "./signature/verify-signature.ts";

const maxRecordedCalls = 10_000;

/** Region of AWS's global endpoints. Requests may always be signed for it. */
const globalRegion = "us-east-1";

/**
 * Verifies the signature of a request and responds like STS, IAM or EC2, or with a fault that is set. Uses no socket,
 * so that both the embedded server and the simulation can call it.
 */
export function answer(state: CloudState, request: HttpRequest): Answered {
  const requestId = newRequestId(state.random);
  const { status, service, document, delivery } = outcome(state, request, requestId);
  const json =
    service.speaksJson && valuesOf(request.headers, "accept").some((types) => /^application\/json\b/i.test(types));
  return {
    status,
    headers: [
      // Clients compare this type exactly, so it has no charset.
      ["Content-Type", json ? "application/json" : "text/xml"],
      ["x-amzn-RequestId", requestId],
      // AWS clients adjust their clocks to this header.
      ["Date", new Date(state.now()).toUTCString()],
    ],
    body: json ? toJson(document) : toXml(document, service),
    ...(delivery ? { delivery } : undefined),
  };
}

type Outcome = Readonly<{ status: number; service: Service; document: Document; delivery?: Delivery | undefined }>;

function outcome(state: CloudState, request: HttpRequest, requestId: string): Outcome {
  let service = sts;
  try {
    const call = readCall(request);
    service = serviceOfVersion(call.version);
    const { result, delivery } = perform(state, request, { service, call });
    const document = resultDocument(service.name, { action: call.action, result }, requestId);
    return { status: 200, service, document, delivery };
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    return { status: error.status, service, document: errorDocument(service.name, error, requestId) };
  }
}

function perform(
  state: CloudState,
  request: HttpRequest,
  { service, call: { action: name, parameters } }: Readonly<{ service: Service; call: Call }>,
): Readonly<{ result?: Content | undefined; delivery?: Delivery | undefined }> {
  const action = actionNamed(name, service);
  const regions = new Set(service.global ? [globalRegion] : [globalRegion, ...state.regions]);
  const verify = (expected: Readonly<{ regions: ReadonlySet<string>; now: number }>) =>
    verifySignature(request, (id) => state.keys.get(id), { service: service.name, ...expected });
  const { key, region, signedHeaders } = verify({ regions, now: state.now() });
  const [host = ""] = valuesOf(request.headers, "host");
  const caller = identityOf(key.caller).Arn;
  const entry = {
    at: state.now(),
    service: service.name,
    action: name,
    region,
    accessKeyId: key.id,
    caller,
    host,
    signedHeaders,
  };
  const fault = faultOf(state, { service: service.name, action: name, caller });
  if (fault === "cut") return { delivery: "cut" };
  try {
    if (fault === "wrong region") verify({ regions: new Set(), now: state.now() });
    if (fault === "clock skew") verify({ regions, now: state.now() + skewMilliseconds });
    refuseFor(fault, name);
    const result = carryOut(action, name, { state, caller: key.caller, region, parameters });
    note(state, entry);
    if (fault === "caller made again") makeAgain(key.caller);
    return { result, delivery: deliveryFor(fault) };
  } catch (error) {
    if (error instanceof CloudError) note(state, { ...entry, refusal: error.code });
    throw error;
  }
}

function deliveryFor(fault: CloudFault | undefined): Delivery | undefined {
  if (fault === "cut after") return "cut";
  return fault === "slow" || fault === "out of order" ? fault : undefined;
}

function note(state: CloudState, entry: CloudCall): void {
  state.recordedCalls.push(entry);
  if (state.recordedCalls.length > maxRecordedCalls) state.recordedCalls.shift();
}

function carryOut(action: Action, name: string, context: ActionContext): Content | undefined {
  const { parameters } = context;
  for (const parameter of parameters.keys()) {
    if (!action.parameters.includes(parameter.replace(/\.\d+$/, ".N"))) {
      const known = action.parameters.join(", ") || "none";
      throw new CloudError("ValidationError", `The embedded cloud knows these parameters of ${name} only: ${known}.`);
    }
  }
  return action.run(context);
}
