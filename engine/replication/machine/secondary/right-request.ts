import { noRequest, type RightRequest, type Secondary } from "../state.ts";

/**
 * Returns `state` after the right to lead was denied. A denial that arrives after a grant is ignored: it answers an
 * earlier request.
 */
export function withDenial(
  state: Secondary,
  { code, message }: Omit<Extract<RightRequest, { state: "denied" }>, "state">,
): Secondary {
  if (state.record.right.state === "held" && state.isRightConfirmed) return state;
  return { ...state, rightRequest: { state: "denied", code, message } };
}

export function withConfirmedRight(state: Secondary): Secondary {
  const { record } = state;
  return { ...state, record: { ...record, right: { state: "held" } }, isRightConfirmed: true, rightRequest: noRequest };
}
