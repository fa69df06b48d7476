/** Thrown if the input is not a valid history. The message contains the line number and the reason. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
}
