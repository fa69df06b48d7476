let wasCaught = false;

/** True if a scenario has failed while a mutant was active. */
export function isCaught(): boolean {
  return wasCaught;
}

export function setCaught(caught: boolean): void {
  wasCaught = caught;
}
