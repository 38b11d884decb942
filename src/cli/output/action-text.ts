import { shortened } from "./counted-text.ts";

/** An audited change in words: `enable_actor User;1`, `percentage_of_actors 5%`. */
export function actionText(action: string, value: string | null): string {
  if (value === null) {
    return action;
  }
  return `${action} ${shortened(value)}${action.startsWith("percentage_of_") ? "%" : ""}`;
}
