import type { HclObject } from "./document.ts";
import { HclReader } from "./hcl-reader.ts";
import { JsonReader } from "./json-reader.ts";

/**
 * Parses a document in HCL (version 1 of the language: hashicorp/hcl, "Syntax"), or in JSON if it begins with a brace.
 * Throws an HclError if it is invalid.
 */
export function parseHcl(source: string): HclObject {
  const text = source.replaceAll("\r\n", "\n");
  return /^\s*\{/.test(text) ? new JsonReader(text).document() : new HclReader(text).document();
}
