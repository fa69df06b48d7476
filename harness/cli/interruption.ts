/** On this channel every other thread hears of it. */
const channelName = "understudy: interrupted";
/** What is said there: by a thread that has begun to listen, and by the main thread. */
const [statusQuery, interrupted] = ["asked", "interrupted"] as const;

/** Whether this thread has heard of it. */
let wasInterrupted = false;

/** What a shell shows for a program that was ended by Ctrl-C. */
export const interruptedExitCode = 130;

/** Whether the run was interrupted, so that no further scenario is begun. */
export function isInterrupted(): boolean {
  return wasInterrupted;
}

/** Lets a worker hear of an interruption; only the main thread gets signals. */
export function receiveInterruption(): void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: { data: unknown }) => {
    if (data === interrupted) wasInterrupted = true;
  };
  channel.unref();
  // It may have been while this thread was being started.
  channel.postMessage(statusQuery);
}

const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Aborts at the first signal to end, so that everything can be put away; disposing it gives the signals back. */
export interface Interruption extends Disposable {
  readonly signal: AbortSignal;
}

/** Whether the end of the parent process ends this one. */
export type InterruptionOptions = Readonly<{
  /** Whether a launcher stands between the terminal and this process. */
  launched: boolean;
  /** Whether it goes on when its terminal closes. */
  stays?: boolean;
  whenOrphaned?: ((act: () => void) => void) | undefined;
}>;

/**
 * Listens for signals to end, and for the end of the parent process. The first aborts, a second signal ends the process at once.
 * Under a launcher what the terminal says comes twice, from the terminal and from the launcher; the launcher sends SIGTERM, and the
 * others are not listened to.
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
