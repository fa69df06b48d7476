/** On this channel every other thread hears of it. */
const channelName = "understudy: interrupted";

/** Whether this thread has heard of it. */
let over = false;

/** What a shell shows for a program that was ended by Ctrl-C. */
export const interruptedExitCode = 130;

/** Whether somebody has asked to stop, so that no further scenario is to be begun. */
export function isOver(): boolean {
  return over;
}

/** Lets a worker hear of an interruption; only the main thread gets signals. */
export function hearOfInterruption(): void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = () => {
    over = true;
  };
  channel.unref();
}

const endings = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Aborts at the first signal to end, so that everything can be put away; disposing it gives the signals back. */
export interface Interruption extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * Listens for signals to end. The first aborts, the second ends the process at once. Under a launcher Ctrl-C comes twice, from the
 * terminal and from the launcher; the launcher sends SIGTERM, and SIGINT is not listened to.
 */
export function listenForInterruption({ launched }: { launched: boolean }): Interruption {
  const controller = new AbortController();
  const channel = new BroadcastChannel(channelName);
  channel.unref();
  const listener = (name: NodeJS.Signals) => {
    if (launched && name === "SIGINT") return;
    if (controller.signal.aborted) process.exit(interruptedExitCode);
    controller.abort();
    over = true;
    channel.postMessage(true);
  };
  for (const ending of endings) process.on(ending, listener);
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      for (const ending of endings) process.off(ending, listener);
      channel.close();
    },
  };
}
