import type { HclObject } from "./document.ts";
import { HclReader } from "./hcl-reader.ts";
import { JsonReader } from "./json-reader.ts";

/**
 * Reads a document in HCL (version 1 of the language: hashicorp/hcl, "Syntax") or, when it begins with a brace, in JSON. Takes
 * time and memory in proportion to the text. Throws an HclError, and nothing else.
 */
export function parseHcl(written: string): HclObject {
  const text = written.replaceAll("\r\n", "\n");
  return /^\s*\{/.test(text) ? new JsonReader(text).document() : new HclReader(text).document();
}
