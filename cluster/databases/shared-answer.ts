/**
 * `ask`, asked once for all who want to know while an earlier asking is under way: each gets an answer that was asked for after it came.
 * When the earlier asking fails and `isForAll` says so of the failure, those who came meanwhile are told the same at once.
 */
export function sharedAnswer(ask: () => Promise<void>, isForAll: (error: unknown) => boolean): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  function begin(): Promise<void> {
    next = undefined;
    const asked = ask();
    running = asked;
    const end = () => {
      if (running === asked) running = undefined;
    };
    asked.then(end, end);
    return asked;
  }

  return () => {
    if (!running) return next ?? begin();
    next ??= running.then(begin, (error: unknown) => {
      if (!isForAll(error)) return begin();
      next = undefined;
      throw error;
    });
    return next;
  };
}
