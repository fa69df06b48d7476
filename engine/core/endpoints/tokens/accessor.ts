import { Problem, wrapped } from "../../../api/problem.ts";
import type { Realm } from "../../namespaces/realm.ts";
import type { Token } from "../../tokens/token.ts";
import type { TokenLife } from "../../tokens/token-life.ts";

/** The token of an accessor, as far as it is to be seen from `realm`. Throws a Problem with the reference's text. */
export async function tokenOfAccessor(tokens: TokenLife, accessor: string, realm: Realm): Promise<Token> {
  requireAccessor(accessor);
  const token = await tokens.findByAccessor(accessor, realm);
  if (!token) throw new Problem("refused", wrapped("invalid accessor"));
  return token;
}

/** Throws a Problem when no accessor was given. */
export function requireAccessor(accessor: string): void {
  if (accessor === "") throw new Problem("refused", wrapped("missing accessor"));
}
