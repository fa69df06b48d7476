import { defineParameterType } from "@cucumber/cucumber";
import type { ScriptedReply } from "#harness/cloud/embedded/stand-in.ts";
import { personNames } from "../names.ts";
import type { RehearsalWorld } from "../world.ts";
import { answerOf, resultOf } from "./cloud-answers.ts";

/** Returns the response of a stand-in to every request. Undefined: it forwards requests to the cloud. */
export type StandInBehaviour = (world: RehearsalWorld) => ScriptedReply | undefined;

/** Behaviours of a stand-in by their description in steps. */
const behaviours: Readonly<Record<string, StandInBehaviour>> = {
  "refuses everything": () => {
    const error = "<Error><Type>Sender</Type><Code>AccessDenied</Code><Message>not authorized</Message></Error>";
    return inXml(403, `<ErrorResponse>${error}<RequestId>0</RequestId></ErrorResponse>`);
  },
  "is out of order": () => inXml(503, ""),
  "works again": () => undefined,
};

const answersAs = new RegExp(`answers every call with the identity of (?:${personNames.source})`);

function inXml(status: number, body: string): ScriptedReply {
  return { status, headers: [["Content-Type", "text/xml"]], body };
}

function identityOf(who: string): StandInBehaviour {
  return ({ clouds, stage }) => {
    const identity = { ...clouds.user(who), account: stage.cloud.account };
    return inXml(200, answerOf(resultOf(identity)));
  };
}

defineParameterType({
  name: "behaviour",
  regexp: [new RegExp(Object.keys(behaviours).join("|")), answersAs],
  transformer: (words: string) => behaviours[words] ?? identityOf(words.split(" ").at(-1) ?? ""),
});
