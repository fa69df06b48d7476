import { fileURLToPath } from "node:url";

export const checkoutRoot = fileURLToPath(new URL("../../", import.meta.url));
