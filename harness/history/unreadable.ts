/** What is given as a history and is none; the message says where and why. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
}
