import { createHash } from "node:crypto";
import { hydrate } from "#harness/reports/page/browser/hydrate.ts";
import { addressOf, isShown, narrows, viewOf } from "#harness/reports/page/browser/view.ts";

/** The page's one script: the functions themselves, as Node runs them, and a call. It needs no other file and no network. */
export const script = `"use strict";\n${[viewOf, addressOf, narrows, isShown, hydrate].join("\n")}\nenliven();\n`;

/** What the page's content security policy knows the script by, so that no other runs. */
export const scriptHash = `sha256-${createHash("sha256").update(script).digest("base64")}`;
