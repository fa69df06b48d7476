/**
 * A message between two hosts. The history records the size, the digest and facts of `content`, but not `content`
 * itself.
 */
export type Message = Readonly<{
  from: string;
  to: string;
  /** Kind of the message in the history. Undefined for frames between clusters, whose content includes the kind. */
  kind?: string;
  content: string;
  /**
   * Connection to which the message belongs. Messages of one connection arrive in order, even while connections may
   * overtake one another. Undefined for a message without a connection.
   */
  connection?: object;
  deliver: () => void;
  /** Called if the path is partitioned when the message would arrive. Default: nothing is called. */
  lose?: () => void;
}>;
