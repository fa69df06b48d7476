/** How far a request is read. */
export type RequestLimits = Readonly<{
  /** Levels of nesting in a body; the reference takes 5,000 and refuses 20,000. Deeper ones could not be spelt again. */
  nestingLevels: number;
}>;

export const usualRequestLimits: RequestLimits = { nestingLevels: 5_000 };
