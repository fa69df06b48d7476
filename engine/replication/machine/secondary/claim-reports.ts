import { isLater, latestClaim } from "../../protocol/claim.ts";
import type { StepResult } from "../effects.ts";
import type { Input } from "../input.ts";
import { holderAmong } from "../primary/inquiry.ts";
import { noRight } from "../record/right-to-lead.ts";
import type { ClaimReport } from "../record/set-member.ts";
import type { Replica, Secondary } from "../state.ts";
import { unconfirmed } from "./promotion.ts";
import { withConfirmedRight, withDenial } from "./right-request.ts";

/**
 * Handles replies of members to an inquiry about the right to lead. A later claim ends the right of
 * this cluster. An unconfirmed right of a demoted cluster ends if another member holds the right of
 * the same era; the right is confirmed if all former secondaries of the demoted cluster have
 * answered.
 */
export function handleClaimReports(
  state: Secondary,
  { claimReports, now }: Extract<Input, { type: "claim reports" }>,
): StepResult {
  const { record } = state;
  const inquired: Secondary = { ...state, inquiredAt: now };
  const latest = claimReports.find(({ claim }) => claimReports.every((other) => !isLater(other.claim, claim)));
  if (latest && isLater(latest.claim, latestClaim(record))) {
    const message = "a cluster of a later era is or was the primary; only force promotes this one";
    return [
      withDenial(
        { ...inquired, record: { ...record, receivedClaim: latest.claim, right: noRight } },
        { code: "refused", message },
      ),
      {
        answered: true,
        logLines: [
          {
            level: "warn",
            event: "another cluster is the primary in a later era",
            facts: { epoch: latest.claim.epoch },
          },
        ],
      },
    ];
  }
  if (record.upstream !== null || record.right.state !== "held" || state.isRightConfirmed) {
    return [inquired, { answered: true }];
  }
  const holder = holderAmong(claimReports, record);
  if (holder) return rightIsElsewhere(inquired, holder);
  const isComplete = record.previousSecondaries.every(
    ({ key }) => key === "" || claimReports.some((one) => one.key === key),
  );
  const message = unconfirmed("not all clusters that it may have been granted to could be asked");
  return [
    isComplete ? withConfirmedRight(inquired) : withDenial(inquired, { code: "unavailable", message }),
    { answered: true },
  ];
}

function rightIsElsewhere(state: Secondary, { key }: ClaimReport): StepResult {
  const { record } = state;
  const to = record.previousSecondaries.find((one) => one.key === key)?.id;
  const message = "another cluster was granted the right to lead; promote that one, or provide the force argument";
  return [
    withDenial(
      { ...state, record: { ...record, right: to === undefined ? noRight : { state: "granted", to } } },
      { code: "refused", message },
    ),
    {
      answered: true,
      logLines: [
        {
          level: "warn",
          event: "the right to lead was granted before this store was restored",
          facts: { id: to ?? "" },
        },
      ],
    },
  ];
}

/**
 * Returns this cluster's reply to an inquiry from a cluster of `set` that knows the eras with the ids `eras`; undefined
 * when this cluster is not in that set, or has none of the eras, which means that the inquirer is not a member.
 */
export function claimReportOf(
  state: Replica,
  { set, eras }: Readonly<{ set: string; eras: readonly string[] }>,
): Omit<ClaimReport, "key"> | undefined {
  if (state.role === "disabled" || state.record.set !== set) return undefined;
  if (!state.record.history.some(({ id }) => eras.includes(id))) return undefined;
  const holdsRight = state.role === "secondary" && state.record.right.state === "held";
  return { claim: latestClaim(state.record), holdsRight };
}
