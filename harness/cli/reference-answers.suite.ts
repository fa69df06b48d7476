import type { PassedReply, PassedRequest, ProxyRule } from "./proxy.suite.ts";

type Body = Readonly<Record<string, unknown>>;

/** Rewrites the answers of a cluster into the form in which the reference was recorded. Each has a name, for tests. */
export const recordedForms = {
  /** Errors of requests with a token have a frame; those of logins do not. */
  "framed errors": async (request, pass) => {
    const reply = await pass(request);
    const { errors } = bodyOf(reply);
    if (!Array.isArray(errors) || errors.length === 0 || /^auth\/.*\/login/.test(request.path)) return reply;
    return withBody(reply, { errors: [`1 error occurred:\n\t* ${errors.join("\n\t* ")}\n\n`] });
  },
  /** The data of system paths are also at the top level. */
  "data at the top level": async (request, pass) => {
    const reply = await pass(request);
    const body = bodyOf(reply);
    return request.path.startsWith("sys/") && isBody(body.data) ? withBody(reply, { ...body.data, ...body }) : reply;
  },
  /** Status 200 with warnings instead of 204, as for a connection with a password in its URL. */
  "warnings instead of no content": async (request, pass) => {
    const reply = await pass(request);
    if (reply.status !== 204 || !/config\//.test(request.path)) return reply;
    const warnings = ["Endpoint ignored these unrecognized parameters: [x]"];
    return withBody({ ...reply, status: 200 }, { request_id: "1", data: null, warnings });
  },
  /** There is no auth method `cloud`, only `aws`. */
  "the provider's name": async (request, pass) => {
    if (/^sys\/auth\/./.test(request.path) && bodyOf(request).type === "cloud")
      return answer(400, "plugin not found in the catalog: cloud");
    const reply = await pass(request);
    const { data, ...rest } = bodyOf(reply);
    if (!/^sys\/plugins\/catalog\/auth/.test(request.path) || !isBody(data)) return reply;
    const keys = Array.isArray(data.keys) ? data.keys.filter((one) => one !== "cloud") : data.keys;
    return withBody(reply, { ...rest, data: { ...data, keys } });
  },
  /** A connection is read without `verify_connection`. */
  "fields of a connection": async (request, pass) => {
    const reply = await pass(request);
    const { data, ...rest } = bodyOf(reply);
    const isConnection = request.method === "GET" && /\/config\/[^/]+$/.test(request.path);
    if (!isConnection || !isBody(data) || !data.connection_details) return reply;
    const { verify_connection: _, connection_details: details, ...others } = data;
    const { verify_connection: _inside, ...shown } = isBody(details) ? details : {};
    return withBody(reply, { ...rest, data: { ...others, connection_details: shown } });
  },
  /** An update of a static role must repeat the username. */
  "static roles": async (request, pass) => {
    const isWrite = request.method === "POST" && /\/static-roles\/[^/]+$/.test(request.path);
    if (!isWrite || bodyOf(request).username !== undefined) return await pass(request);
    const { status } = await pass({ ...request, method: "GET", body: "" });
    return status === 200 ? answer(400, "cannot update static account username") : await pass(request);
  },
  /** The plugin issues only passwords. */
  "types of credentials": async (request, pass) => {
    const role = /^(.*)\/creds\/([^/?]+)$/.exec(request.path);
    if (request.method !== "GET" || !role) return await pass(request);
    const definition = await pass({ ...request, path: `${role[1]}/roles/${role[2]}` });
    const type = (bodyOf(definition).data as Body | undefined)?.credential_type;
    const isKnown = type === undefined || type === "password";
    return isKnown ? await pass(request) : answer(400, `unsupported credential_type: "${type}"`);
  },
  /** A role with client certificates must have a template for the common name. */
  "the common name": async (request, pass) => {
    const body = bodyOf(request);
    const config = isBody(body.credential_config) ? body.credential_config : {};
    const isRefused =
      request.method === "POST" && body.credential_type === "client_certificate" && !config.common_name_template;
    return isRefused
      ? answer(400, "credential_config validation failed: missing required common_name_template")
      : await pass(request);
  },
} satisfies Readonly<Record<string, ProxyRule>>;

/** Applies all forms, the first one outermost. */
export function inRecordedForms(...forms: readonly ProxyRule[]): ProxyRule {
  return (request, pass) =>
    forms.reduceRight<(asked: PassedRequest) => Promise<PassedReply>>(
      (inner, form) => (asked) => form(asked, inner),
      pass,
    )(request);
}

function bodyOf({ body }: Pick<PassedReply, "body">): Body {
  try {
    const value: unknown = JSON.parse(body);
    return isBody(value) ? value : {};
  } catch {
    return {};
  }
}

function isBody(value: unknown): value is Body {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function withBody(reply: PassedReply, body: Body): PassedReply {
  return { ...reply, headers: { ...reply.headers, "content-type": "application/json" }, body: JSON.stringify(body) };
}

function answer(status: number, error: string): PassedReply {
  return withBody({ status, headers: {}, body: "" }, { errors: [error] });
}
