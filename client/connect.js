// Plain JavaScript, because Node strips no types below node_modules, where programs import this file from. The types are in `connect.d.ts`.

/** Error of a request that a cluster refused, with the HTTP status and the error texts of the response. */
export class Refusal extends Error {
  name = "Refusal";

  constructor(status, errors) {
    super(`${status} ${errors.join("; ")}`.trimEnd());
    this.status = status;
    this.errors = errors;
  }
}

const methods = { read: "GET", list: "GET", delete: "DELETE", write: "POST", patch: "PATCH" };

export function connect({ address, token, namespace, places = {} }) {
  const ask = (verb) => (path, input) => send({ address, token, namespace, places }, verb, path, input ?? {});
  return {
    read: ask("read"),
    list: ask("list"),
    delete: ask("delete"),
    write: ask("write"),
    patch: ask("patch"),
    as: (other) => connect({ address, token: other, namespace, places }),
  };
}

async function send({ address, token, namespace, places }, verb, path, input) {
  const rest = { ...input };
  const filled = placed(path, places).replaceAll(/:(\w+)/g, (_, name) => {
    const text = String(rest[name] ?? "");
    delete rest[name];
    return text.split("/").map(encodeURIComponent).join("/");
  });
  const inBody = verb === "write" || verb === "patch";
  const query = inBody ? "" : queryOf(verb === "list" ? { ...rest, list: true } : rest);
  const response = await fetch(new URL(`v1/${filled}${query}`, address.endsWith("/") ? address : `${address}/`), {
    method: methods[verb],
    headers: {
      ...(token ? { "X-Vault-Token": token } : {}),
      ...(namespace ? { "X-Vault-Namespace": namespace } : {}),
      ...(inBody ? { "Content-Type": verb === "patch" ? "application/merge-patch+json" : "application/json" } : {}),
    },
    ...(inBody ? { body: JSON.stringify(rest) } : {}),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  const body = text === "" ? undefined : isJson ? JSON.parse(text) : text;
  if (!response.ok) throw new Refusal(response.status, body?.errors ?? []);
  return body;
}

function queryOf(fields) {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return given.length === 0 ? "" : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** Replaces the default mount path at the beginning of a path by the actual one. */
function placed(path, places) {
  const usual = Object.keys(places).find((place) => `${path}/`.startsWith(place));
  return usual === undefined ? path : places[usual] + path.slice(usual.length);
}
