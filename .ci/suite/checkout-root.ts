import { fileURLToPath } from "node:url";

/** Path of the project's folder, with a trailing slash. */
export const checkoutRoot = fileURLToPath(new URL("../../", import.meta.url));
