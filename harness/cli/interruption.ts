const channelName = "understudy: interrupted";
const [statusQuery, interrupted] = ["asked", "interrupted"] as const;

let wasInterrupted = false;

/** Exit code that shells use for a program ended by Ctrl-C. */
export const interruptedExitCode = 130;

/** True if the run was interrupted. No further scenario must begin then. */
export function isInterrupted(): boolean {
  return wasInterrupted;
}

/** Subscribes a worker thread to interruptions, because only the main thread receives signals. */
export function receiveInterruption(): void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: { data: unknown }) => {
    if (data === interrupted) wasInterrupted = true;
  };
  channel.unref();
  // The interruption may have occurred while this thread was starting.
  channel.postMessage(statusQuery);
}

const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** `signal` aborts when the run is interrupted. Disposing removes the signal handlers. */
export interface Interruption extends Disposable {
  readonly signal: AbortSignal;
}

export type InterruptionOptions = Readonly<{
  /** True if the parent process is a launcher (`bin/launch.js`). */
  launched: boolean;
  /** True if the process continues when its terminal is closed. */
  stays?: boolean;
  whenOrphaned?: ((act: () => void) => void) | undefined;
}>;

/**
 * Aborts `signal` when a signal of the operating system interrupts the process or, with `whenOrphaned`, when the parent
 * process ends. Under a launcher, only SIGTERM counts, because other signals arrive twice.
 */
export function listenForInterruption({ launched, stays = false, whenOrphaned }: InterruptionOptions): Interruption {
  const controller = new AbortController();
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: { data: unknown }) => {
    if (data === statusQuery && controller.signal.aborted) channel.postMessage(interrupted);
  };
  channel.unref();
  const listener = (name: NodeJS.Signals) => {
    if ((launched && name !== "SIGTERM") || (stays && name === "SIGHUP")) return;
    if (controller.signal.aborted) process.exit(interruptedExitCode);
    end();
  };
  function end(): void {
    controller.abort();
    wasInterrupted = true;
    channel.postMessage(interrupted);
  }
  for (const ending of endingSignals) process.on(ending, listener);
  whenOrphaned?.(() => controller.signal.aborted || end());
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      for (const ending of endingSignals) process.off(ending, listener);
      channel.close();
    },
  };
}
