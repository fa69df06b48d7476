import type { Event } from "./event.ts";
import { History } from "./history.ts";
import { Recorder } from "./recorder.ts";

export function recording(now: () => number): Readonly<{ recorder: Recorder; events: readonly Event[] }> {
  const events: Event[] = [];
  const history = new History(now);
  history.subscribe((event) => void events.push(event));
  return { recorder: new Recorder({ history, key: "of a test" }), events };
}
