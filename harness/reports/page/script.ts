import { createHash } from "node:crypto";
import { hydrate } from "#harness/reports/page/browser/hydrate.ts";
import { addressOf, isShown, narrows, viewOf } from "#harness/reports/page/browser/view.ts";

/** The page's only script, self-contained: the source of the functions and a call. */
export const script = `"use strict";\n${[viewOf, addressOf, narrows, isShown, hydrate].join("\n")}\nhydrate();\n`;

/** Hash of the script for the page's content security policy, which allows no other script. */
export const scriptHash = `sha256-${createHash("sha256").update(script).digest("base64")}`;
