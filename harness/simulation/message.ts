/** Something on its way from host to host. Of `content` a history shows size and digest only. */
export type Message = Readonly<{
  from: string;
  to: string;
  /** Left out of a frame between clusters, which says itself of what kind it is. */
  kind?: string;
  content: string;
  /** What it is a part of: while connections overtake one another, the messages of one keep their order. Left out by what stands alone. */
  connection?: object;
  /** Happens at `to` when it has arrived. */
  deliver: () => void;
  /** Happens instead when the path was partitioned. Default: it is lost silently. */
  lose?: () => void;
}>;
