/** Filters and position of the page. The address of the page contains them. */
export type View = Readonly<{
  /** "failed", "passed" or "not-played"; empty for no filter. */
  status: string;
  /** Beginning of a tag, with or without `@`; empty for no filter. */
  tag: string;
  /** Words that must all occur, in any order; empty for no filter. */
  text: string;
  /** Id of the element to which the page is scrolled, or empty. */
  at: string;
}>;

/** A scenario or requirement on the page. Tags and text are in lower case. Tags have no `@`. */
export type Item = Readonly<{ status: string; tags: readonly string[]; text: string }>;

// The source of each function below is written into the page, so none may use anything outside of this file.

/** Parses the fragment of an address: `#status=failed&tag=DB-ROLE&q=lost&at=scenario-2`, or only an id. */
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

/** Formats a view as the fragment of an address, with `#`, or as "" if it has neither filters nor a position. */
export function addressOf({ status, tag, text, at }: View): string {
  const fields = new URLSearchParams();
  if (status !== "") fields.set("status", status);
  if (tag !== "") fields.set("tag", tag);
  if (text !== "") fields.set("q", text);
  if (fields.size === 0) return at === "" ? "" : `#${at}`;
  if (at !== "") fields.set("at", at);
  return `#${fields}`;
}

/** Returns true if a view has filters. */
export function narrows({ status, tag, text }: View): boolean {
  return status !== "" || tag.trim() !== "" || text.trim() !== "";
}

export function isShown(item: Item, { status, tag, text }: View): boolean {
  const beginning = tag.trim().replace(/^@/, "").toLowerCase();
  const words = text.toLowerCase().split(/\s+/);
  return (
    (status === "" || item.status === status) &&
    (beginning === "" || item.tags.some((one) => one.startsWith(beginning))) &&
    words.every((word) => item.text.includes(word))
  );
}
