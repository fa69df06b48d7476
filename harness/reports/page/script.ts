import { hydrate } from "#harness/reports/page/browser/hydrate.ts";
import { addressOf, isShown, narrows, viewOf } from "#harness/reports/page/browser/view.ts";

export const script = `"use strict";\n${[viewOf, addressOf, narrows, isShown, hydrate].join("\n")}\nhydrate();\n`;
