/** What the reader of the page wants to see. It lives in the page's address, so that it can be shared as a link. */
export type View = Readonly<{
  /** "failed", "passed" or "not-played"; empty for all. */
  status: string;
  /** The beginning of a tag, with or without `@`; empty for all. */
  tag: string;
  /** Words that have to occur, all of them, in any order; empty for all. */
  text: string;
  /** The id of what the page is scrolled to; empty for nothing. */
  at: string;
}>;

/** A scenario or a requirement as the page knows it. Tags are in lower case and without `@`, the text is in lower case. */
export type Item = Readonly<{ status: string; tags: readonly string[]; text: string }>;

// The functions below also run in the page: each is written into it as it stands, so none may need what is not in this file.

/** The view that an address asks for: `#status=failed&tag=DB-ROLE&q=lost&at=scenario-2`, or an id alone. Anything else asks for all. */
export function viewOf(hash: string): View {
  const asked = hash.replace(/^#/, "");
  if (!asked.includes("=")) return { status: "", tag: "", text: "", at: asked };
  const fields = new URLSearchParams(asked);
  const status = fields.get("status") ?? "";
  return {
    status: ["failed", "passed", "not-played"].includes(status) ? status : "",
    tag: fields.get("tag") ?? "",
    text: fields.get("q") ?? "",
    at: fields.get("at") ?? "",
  };
}

/** The address of a view, beginning with `#`; empty for all. */
export function addressOf({ status, tag, text, at }: View): string {
  const fields = new URLSearchParams();
  if (status !== "") fields.set("status", status);
  if (tag !== "") fields.set("tag", tag);
  if (text !== "") fields.set("q", text);
  if (fields.size === 0) return at === "" ? "" : `#${at}`;
  if (at !== "") fields.set("at", at);
  return `#${fields}`;
}

/** Whether a view leaves anything out. */
export function narrows({ status, tag, text }: View): boolean {
  return status !== "" || tag.trim() !== "" || text.trim() !== "";
}

/** Whether an item is part of a view. */
export function isShown(item: Item, { status, tag, text }: View): boolean {
  const beginning = tag.trim().replace(/^@/, "").toLowerCase();
  const words = text.toLowerCase().split(/\s+/);
  return (
    (status === "" || item.status === status) &&
    (beginning === "" || item.tags.some((one) => one.startsWith(beginning))) &&
    words.every((word) => item.text.includes(word))
  );
}
