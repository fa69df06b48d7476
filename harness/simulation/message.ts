/** A message between two hosts. The history contains only the size and the digest of `content`. */
export type Message = Readonly<{
  from: string;
  to: string;
  /** Undefined for frames between clusters, whose content includes the kind. */
  kind?: string;
  content: string;
  /**
   * Connection of the message. Messages of one connection stay in order even while connections
   * overtake one another. Undefined for a single message.
   */
  connection?: object;
  /** Called when the message has arrived. */
  deliver: () => void;
  /** Called if the path was partitioned. Default: the message is lost silently. */
  lose?: () => void;
}>;
