import type { FeatureAnswer } from "../api-client/feature-answers.ts";
import { CommandRefusal } from "./failure-messages.ts";

/**
 * Refuses work that must read all gates. A server in mountable mode evaluates stored expressions but
 * does not show them. A feature may therefore have a hidden one. `work` completes the sentence, as in
 * "export features".
 */
export function requireShownExpressions(
  features: readonly Pick<FeatureAnswer, "gates">[],
  work: string,
): void {
  if (features.some(({ gates }) => gates.every(({ key }) => key !== "expression"))) {
    throw new CommandRefusal(
      `cannot ${work} from here: this server does not show expressions, and they would be lost; ` +
        "use --data on the server's machine",
    );
  }
}
