import { maskSecrets } from "#harness/masking/mask.ts";
import { maskText } from "#harness/masking/mask-text.ts";

const maxCauses = 10;

/**
 * Masks secrets in an error, in place: in its message, its stack, both values of an assertion, and its causes. The test
 * runner later prints the error without masking.
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

/** Defines the property: errors of aborted requests inherit it without a setter, so it cannot be assigned. */
function replace(error: Error, name: string, value: unknown): void {
  Reflect.defineProperty(error, name, { value, configurable: true, writable: true, enumerable: false });
}
