import { createHash } from "node:crypto";
import { hydrate } from "#harness/reports/page/browser/hydrate.ts";
import { addressOf, isShown, narrows, viewOf } from "#harness/reports/page/browser/view.ts";

export const script = `"use strict";\n${[viewOf, addressOf, narrows, isShown, hydrate].join("\n")}\nhydrate();\n`;

/** Hash of {@link script} for the page's content security policy, which permits no other script. */
export const scriptHash = `sha256-${createHash("sha256").update(script).digest("base64")}`;
