import { maskSecrets } from "#harness/masking/mask.ts";
import { maskText } from "#harness/masking/mask-text.ts";

const maxCauses = 10;

/**
 * Masks secrets in the message, the stack, `actual` and `expected` of an error, in place, and in those of up to 10
 * nested causes.
 */
export function maskError(error: unknown, known: readonly string[]): void {
  let current = error;
  for (let count = 0; current instanceof Error && count <= maxCauses; count += 1) {
    maskFields(current, known);
    current = current.cause;
  }
}

function maskFields(error: Error, known: readonly string[]): void {
  for (const name of ["message", "stack"] as const) {
    const text = error[name];
    if (text !== undefined) replace(error, name, maskText(text, known));
  }
  for (const name of ["actual", "expected"]) {
    const side: unknown = Reflect.get(error, name);
    if (side !== undefined) replace(error, name, maskSecrets(side, known));
  }
}

/** Defines the property instead of assigning it: errors of aborted requests inherit `message` without a setter. */
function replace(error: Error, name: string, value: unknown): void {
  Reflect.defineProperty(error, name, { value, configurable: true, writable: true, enumerable: false });
}
