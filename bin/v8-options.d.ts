export const v8Options: readonly string[];
