import type { FeatureAnswer } from "../api-client/feature-answers.ts";
import { CommandRefusal } from "./failure-messages.ts";

/**
 * Refuses work that must know all gates. A server in mountable mode evaluates stored expressions and does
 * not show them, so a feature without an expression there is not known to have none.
 * `work` is what is refused, as in "export features".
 */
export function requireShownExpressions(
  features: readonly Pick<FeatureAnswer, "gates">[],
  work: string,
): void {
  if (features.some(({ gates }) => gates.every(({ key }) => key !== "expression"))) {
    throw new CommandRefusal(
      `this server does not show expressions, so nothing can ${work} from here without losing them; ` +
        "use --data on the server's machine",
    );
  }
}
