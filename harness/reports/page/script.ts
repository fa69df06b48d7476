import { createHash } from "node:crypto";
import { hydrate } from "#harness/reports/page/browser/hydrate.ts";
import { addressOf, isShown, narrows, viewOf } from "#harness/reports/page/browser/view.ts";

/** The only script of the page: the source of the functions that it needs, and a call of `hydrate`. */
export const script = `"use strict";\n${[viewOf, addressOf, narrows, isShown, hydrate].join("\n")}\nhydrate();\n`;

/** Hash of the script. The content security policy of the page allows only this script. */
export const scriptHash = `sha256-${createHash("sha256").update(script).digest("base64")}`;
