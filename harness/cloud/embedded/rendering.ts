import type { CloudErrorCode } from "./cloud-error.ts";

/**
 * Content of an element in a response: a text, a list, or named elements in order. In XML, the items of a list are
 * elements with the name `member` (EC2: `item`).
 */
export type Content = string | readonly Content[] | { readonly [name: string]: Content };

export type Document = Readonly<Record<string, Content>>;

/** Returns the document of a successful response. EC2, and actions without a `result`, have no result element. */
export function resultDocument(
  service: string,
  { action, result }: Readonly<{ action: string; result: Content | undefined }>,
  requestId: string,
): Document {
  if (service === "ec2") return { [`${action}Response`]: { requestId, ...(isParts(result) ? result : {}) } };
  const metadata = { ResponseMetadata: { RequestId: requestId } };
  const response = result === undefined ? metadata : { [`${action}Result`]: result, ...metadata };
  return { [`${action}Response`]: response };
}

export function errorDocument(
  service: string,
  { code, message }: Readonly<{ code: CloudErrorCode; message: string }>,
  requestId: string,
): Document {
  if (service === "ec2") {
    return { Response: { Errors: { Error: { Code: code, Message: message } }, RequestID: requestId } };
  }
  return { ErrorResponse: { Error: { Type: "Sender", Code: code, Message: message }, RequestId: requestId } };
}

/** Formats a document as JSON. For an error, the root element is omitted. */
export function toJson(document: Document): string {
  return JSON.stringify(document.ErrorResponse ?? document);
}

/** Formats a document as indented XML with a namespace. `itemName` is the element name of list items. */
export function toXml(
  document: Document,
  { namespace, itemName }: Readonly<{ namespace: string; itemName: string }>,
): string {
  const lines = elements(document, { indent: "", itemName });
  const [first = "", ...rest] = lines;
  return `${[first.replace(">", ` xmlns="${namespace}">`), ...rest].join("\n")}\n`;
}

type Place = Readonly<{ indent: string; itemName: string }>;

function elements(content: Content, { indent, itemName }: Place): readonly string[] {
  if (typeof content === "string") return [`${indent}${escaped(content)}`];
  const parts: readonly (readonly [string, Content])[] = isList(content)
    ? content.map((item) => [itemName, item])
    : Object.entries(content);
  return parts.flatMap(([name, part]) =>
    typeof part === "string"
      ? [`${indent}<${name}>${escaped(part)}</${name}>`]
      : [`${indent}<${name}>`, ...elements(part, { indent: `${indent}  `, itemName }), `${indent}</${name}>`],
  );
}

function isParts(content: Content | undefined): content is { readonly [name: string]: Content } {
  return typeof content === "object" && !Array.isArray(content);
}

function isList(content: Exclude<Content, string>): content is readonly Content[] {
  return Array.isArray(content);
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
