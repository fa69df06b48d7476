import { Problem } from "./problem.ts";
import { usualRequestLimits } from "./request-limits.ts";

/** As many items as a body may hold values. */
const maxItems = usualRequestLimits.bodyValues;

/** The items of a list that is given as text, such as `a,b`. Throws a Problem "refused", before any is cut out, when there are too many. */
export function itemsOf(text: string): readonly string[] {
  let count = 1;
  for (let at = text.indexOf(","); at >= 0; at = text.indexOf(",", at + 1)) {
    count += 1;
    if (count > maxItems) throw new Problem("refused", `a list may hold ${maxItems} items`);
  }
  return text.split(",");
}
