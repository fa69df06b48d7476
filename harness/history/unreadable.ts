/** The input is not a valid history; the message has the line and the reason. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
}
