/**
 * Thrown if the input is not a valid history. The message contains the file, the line number unless the file is empty,
 * and the reason.
 */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
}
