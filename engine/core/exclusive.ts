/** Runs deeds one after another that share a name, and side by side those that do not. */
export type Exclusive = <T>(name: string, deed: () => Promise<T>) => Promise<T>;

/** A fresh set of names. It holds no more than the deeds that run or wait. */
export function exclusive(): Exclusive {
  const last = new Map<string, Promise<unknown>>();
  return (name, deed) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(deed, deed);
    last.set(name, turn);
    const leave = () => {
      if (last.get(name) === turn) last.delete(name);
    };
    turn.then(leave, leave);
    return turn;
  };
}
