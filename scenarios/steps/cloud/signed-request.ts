import { Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { IdentityEvidence } from "#harness/cloud/signed-identity.ts";
import type { RehearsalWorld } from "../../world.ts";
import { type Evidence, logIn } from "./log-in.ts";

type Headers = Readonly<Record<string, string>>;

function headersOf({ iam_request_headers }: IdentityEvidence): Headers {
  return JSON.parse(atob(iam_request_headers)) as Headers;
}

/** Puts the value of each header, or of every second one, into an array. */
function inArrays(headers: Headers, { all }: Readonly<{ all: boolean }>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(headers);
  return Object.fromEntries(entries.map(([name, value], index) => [name, all || index % 2 === 0 ? [value] : value]));
}

const base64 = (value: unknown) => btoa(JSON.stringify(value));

/** Functions that encode the headers of a signed request, by their description in steps. */
const forms: Readonly<Record<string, (headers: Headers) => unknown>> = {
  "base64 of a JSON object": base64,
  "a JSON object": (headers) => headers,
  "a JSON object of texts": (headers) => headers,
  "a JSON object of arrays": (headers) => inArrays(headers, { all: true }),
  "a JSON object of texts and arrays": (headers) => inArrays(headers, { all: false }),
  "base64 of a JSON object of arrays": (headers) => base64(inArrays(headers, { all: true })),
  "base64 of a JSON object of texts and arrays": (headers) => base64(inArrays(headers, { all: false })),
  "text that is no base64": () => "no base64!",
  "base64 of an array": (headers) => base64(Object.entries(headers)),
  "an empty object": () => ({}),
};

/** Logs in with a signed request that `sends` changes after it is signed. */
async function logInSending(
  world: RehearsalWorld,
  login: Readonly<{ who: string; cluster: string; role: string }>,
  sends: (evidence: IdentityEvidence) => Evidence,
): Promise<void> {
  await logIn(world, { ...login, sends });
}

When(
  "{person} logs in to {cluster} as role {string}, but sends no {word}",
  async function (this: RehearsalWorld, who: string, cluster: string, role: string, field: string) {
    await logInSending(this, { who, cluster, role }, (evidence) => {
      expect(evidence).to.have.property(field);
      return Object.fromEntries(Object.entries(evidence).filter(([name]) => name !== field));
    });
  },
);

When(
  "{person} logs in to {cluster} as role {string}, but sends the method {string}",
  async function (this: RehearsalWorld, who: string, cluster: string, role: string, method: string) {
    await logInSending(this, { who, cluster, role }, (evidence) => ({ ...evidence, iam_http_request_method: method }));
  },
);

When(
  "{person} logs in to {cluster} as role {string}, but sends {word} as plain text",
  async function (this: RehearsalWorld, who: string, cluster: string, role: string, field: string) {
    await logInSending(this, { who, cluster, role }, (evidence) => ({
      ...evidence,
      [field]: atob(evidence[field as keyof IdentityEvidence]),
    }));
  },
);

When(
  "{person} logs in to {cluster} as role {string}, having signed the body {string}",
  async function (this: RehearsalWorld, who: string, cluster: string, role: string, body: string) {
    await logIn(this, { who, cluster, role, signs: (right) => ({ ...right, body }) });
  },
);

When(
  "{person} logs in to {cluster} as role {string}, and sends the headers as {}",
  async function (this: RehearsalWorld, who: string, cluster: string, role: string, form: string) {
    const shape = forms[form];
    if (!shape) throw new Error(`the step knows no ${form}`);
    await logInSending(this, { who, cluster, role }, (evidence) => ({
      ...evidence,
      iam_request_headers: shape(headersOf(evidence)),
    }));
  },
);

/** Header that a scenario signs with two values, which a signature contains with a comma between them. */
const twice = { name: "X-Note", values: ["one", "two"] };

When(
  "{person} logs in to {cluster} as role {string}, having signed a header with two values, and sends the headers as {}",
  async function (this: RehearsalWorld, who: string, cluster: string, role: string, form: string) {
    const shape = forms[form];
    if (!shape) throw new Error(`the step knows no ${form}`);
    await logIn(this, {
      who,
      cluster,
      role,
      signs: (right) => ({ ...right, extraHeaders: { [twice.name]: twice.values.join(",") } }),
      sends: (evidence) => {
        const shaped = shape(headersOf(evidence));
        const sent = typeof shaped === "string" ? (JSON.parse(atob(shaped)) as object) : (shaped as object);
        const name = Object.keys(sent).find((one) => one.toLowerCase() === twice.name.toLowerCase()) ?? twice.name;
        const whole = { ...sent, [name]: twice.values };
        return { ...evidence, iam_request_headers: typeof shaped === "string" ? base64(whole) : whole };
      },
    });
  },
);

When(
  "{person} logs in to {cluster} as role {string}, and sends the nonce {string}",
  async function (this: RehearsalWorld, who: string, cluster: string, role: string, nonce: string) {
    await logIn(this, { who, cluster, role, sends: (evidence) => ({ ...evidence, nonce }) as Evidence });
  },
);

Then("the login tells no nonce", function (this: RehearsalWorld) {
  expect(JSON.stringify(this.last.body)).not.to.contain('"nonce"');
});
