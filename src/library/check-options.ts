import type { MountableOptions } from "./mountable-options.ts";

const pollIntervalSecondsMax = 86_400;
const pollIntervalSecondsMin = 10;
const control = /\p{Cc}/u;

/** Throws a `TypeError` for an option that would protect nothing, or that clients would misread. */
export function checkOptions({ basicAuth, pollIntervalSeconds }: MountableOptions): void {
  if (basicAuth !== undefined) {
    checkCredential("user", basicAuth.user);
    checkCredential("password", basicAuth.password);
    if (basicAuth.user.includes(":")) {
      throw new TypeError("basicAuth.user must not contain a colon");
    }
  }
  if (pollIntervalSeconds !== undefined && !isInterval(pollIntervalSeconds)) {
    throw new TypeError(
      `pollIntervalSeconds must be an integer from ${pollIntervalSecondsMin} to ${pollIntervalSecondsMax}`,
    );
  }
}

/** An unset variable would otherwise become a credential that everyone can guess. */
function checkCredential(name: string, value: unknown): void {
  if (typeof value !== "string" || value === "" || control.test(value)) {
    throw new TypeError(`basicAuth.${name} must be a text that is not empty`);
  }
}

function isInterval(seconds: unknown): boolean {
  return (
    typeof seconds === "number" &&
    Number.isInteger(seconds) &&
    seconds >= pollIntervalSecondsMin &&
    seconds <= pollIntervalSecondsMax
  );
}
