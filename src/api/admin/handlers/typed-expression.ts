import { GatehouseError } from "../../../core/errors.ts";
import { type Expression, parseExpression } from "../../../core/expressions/expression.ts";
import { parseJson } from "../../../http/request/json-document.ts";

/**
 * The expression in a text that a person typed. Throws `expression_invalid` with the position. Also
 * throws it for a text that is not JSON, and for an integer that JSON numbers cannot represent.
 */
export function typedExpression(text: string): Expression {
  return parseExpression(typedJson(text));
}

function typedJson(text: string): unknown {
  try {
    return parseJson(text, "the expression");
  } catch (error) {
    if (!(error instanceof GatehouseError)) {
      throw error;
    }
    const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
    throw new GatehouseError("expression_invalid", {
      message: `${error.message}${cause}`,
      cause: error,
    });
  }
}
