import type { ScriptedReply } from "#harness/cloud/embedded/stand-in.ts";
import { otherThan } from "../altered.ts";
import type { RehearsalWorld } from "../world.ts";
import { defineMeanings, Phrases } from "./phrases.ts";

type Identity = Readonly<{ arn: string; uniqueId: string; account: string }>;

const namespace = "https://sts.amazonaws.com/doc/2011-06-15/";

const partsOf = ({ arn, uniqueId, account }: Identity) =>
  `<Arn>${arn}</Arn><UserId>${uniqueId}</UserId><Account>${account}</Account>`;

const resultOf = (one: Identity) => `<GetCallerIdentityResult>${partsOf(one)}</GetCallerIdentityResult>`;

const answerOf = (inside: string) =>
  `<GetCallerIdentityResponse xmlns="${namespace}">${inside}<ResponseMetadata><RequestId>0</RequestId></ResponseMetadata></GetCallerIdentityResponse>`;

type CloudAnswer = (ada: Identity, own: Identity, elsewhere: string) => Partial<ScriptedReply>;

/** Responses that an attacker can influence. `ada` is the identity that the attacker, who has `own`, wants. */
const answers: Readonly<Record<string, CloudAnswer>> = {
  "Ada's identity in JSON": ({ arn, uniqueId, account }) => ({
    headers: [["Content-Type", "application/json"]],
    body: JSON.stringify({
      GetCallerIdentityResponse: { GetCallerIdentityResult: { Arn: arn, UserId: uniqueId, Account: account } },
    }),
  }),
  "Ada's identity in an error": (ada) => ({ status: 403, body: answerOf(resultOf(ada)) }),
  "Ada's identity in the answer to another action": (ada) => ({
    body: `<GetUserResponse xmlns="${namespace}"><GetUserResult>${partsOf(ada)}</GetUserResult></GetUserResponse>`,
  }),
  "Ada's identity in a comment": (ada, own) => ({ body: answerOf(`<!--${resultOf(ada)}-->${resultOf(own)}`) }),
  "Ada's identity in an attribute": (ada, own) => ({
    body: answerOf(resultOf(own).replace("<Arn>", `<Arn value="${ada.arn}">`)),
  }),
  "Ada's identity before Mallory's": (ada, own) => ({ body: answerOf(resultOf(ada) + resultOf(own)) }),
  "Mallory's identity before Ada's": (ada, own) => ({ body: answerOf(resultOf(own) + resultOf(ada)) }),
  "Ada's ARN and the account of Mallory's choice": (ada) => ({
    body: answerOf(resultOf({ ...ada, account: otherThan(ada.account) })),
  }),
  "Ada's identity with another content type": (ada) => ({
    headers: [["Content-Type", "text/html"]],
    body: answerOf(resultOf(ada)),
  }),
  "Ada's identity behind a document type": (ada) => ({ body: `<!DOCTYPE x>${answerOf(resultOf(ada))}` }),
  "an entity that grows a billion times": (ada) => {
    const levels = Array.from({ length: 9 }, (_, level) => {
      const inside = level === 0 ? "lol" : `&l${level - 1};`.repeat(10);
      return `<!ENTITY l${level} "${inside}">`;
    });
    const body = answerOf(resultOf({ ...ada, uniqueId: "&l8;" }));
    return { body: `<?xml version="1.0"?><!DOCTYPE x [${levels.join("")}]>${body}` };
  },
  "an entity that reads a file": (ada) => ({
    body: `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/hostname">]>${answerOf(resultOf({ ...ada, uniqueId: "&f;" }))}`,
  }),
  "ten megabytes of XML": (ada) => ({ body: answerOf(`${resultOf(ada)}<Note>${"x".repeat(10 * 1024 * 1024)}</Note>`) }),
  "a thousand nested elements": (ada) => ({
    body: answerOf(`${resultOf(ada)}${"<Note>".repeat(1000)}${"</Note>".repeat(1000)}`),
  }),
  "a redirect to the stand-in mallory": (_ada, _own, elsewhere) => ({
    status: 307,
    headers: [
      ["Content-Type", "text/xml"],
      ["Location", elsewhere],
    ],
  }),
  nothing: () => ({ body: "" }),
};

const phrases = new Phrases(answers);
phrases.define("answer", String);

const inXml = (status: number, body: string): ScriptedReply => ({
  ...{ status, body },
  headers: [["Content-Type", "text/xml"]],
});

function identityOf({ clouds, stage }: RehearsalWorld, who: string): Identity {
  return { ...clouds.user(who), account: stage.cloud.account };
}

/** Returns the response of a stand-in to every request. Undefined: it forwards requests to the cloud. */
defineMeanings<Promise<ScriptedReply | undefined>>(
  "behaviour",
  {
    "refuses everything": async () => {
      const error = "<Error><Type>Sender</Type><Code>AccessDenied</Code><Message>not authorized</Message></Error>";
      return inXml(403, `<ErrorResponse>${error}<RequestId>0</RequestId></ErrorResponse>`);
    },
    "is out of order": async () => inXml(503, ""),
    "works again": async () => undefined,
    "answers every call with the identity of {person}": async (world, who = "") =>
      inXml(200, answerOf(resultOf(identityOf(world, who)))),
    "answers {person} with {answer}": async (world, who = "", answer = "") => {
      const ada = identityOf(world, "Ada");
      const elsewhere = await world.stage.cloud.standIn("mallory");
      elsewhere.script(inXml(200, answerOf(resultOf(ada))));
      return { ...inXml(200, ""), ...phrases.find(answer).entry(ada, identityOf(world, who), elsewhere.url) };
    },
  },
  { answer: phrases.source },
);
