import type { Answer } from "../../api/answer.ts";
import { Problem } from "../../api/problem.ts";
import type { Call } from "../../api/request.ts";
import type { Caller } from "../mounts/mount-type.ts";
import type { WritePath } from "../storage/write-path.ts";
import type { Holder } from "./request-context.ts";

type Forwardable = Readonly<{
  id: string;
  call: Pick<Call, "verb" | "namespace" | "path" | "fields" | "wrap">;
  caller: Pick<Caller, "displayName" | "entityId" | "remoteAddress">;
  holder?: Holder | undefined;
}>;

/** Executes a call on the primary. Throws the primary's Problem, or an error of {@link WritePath.forward}. */
export async function forward(
  { id, call, caller, holder }: Forwardable,
  { writePath }: Readonly<{ writePath: WritePath }>,
): Promise<Answer | undefined> {
  const { verb, namespace, path, fields } = call;
  const { displayName, entityId, remoteAddress } = caller;
  const fieldsText = JSON.stringify(fields);
  const outcome = await writePath.forward({
    requestId: id,
    verb,
    namespace,
    path,
    fieldsText,
    displayName,
    entityId,
    remoteAddress,
    policies: holder?.token.policies ?? [],
    policyNamespace: holder?.token.namespace ?? "",
    wrapSeconds: call.wrap?.ttlSeconds ?? null,
  });
  if ("problem" in outcome) throw new Problem(outcome.problem.code, outcome.problem.message);
  return outcome.answer ?? undefined;
}
