import { ConfigError } from "../../config/config-error.ts";
import { isJsonObject } from "../../core/text/json-object.ts";
import { quote, quoteUnlessPlain } from "../../core/text/quote.ts";
import { similarWord } from "../../core/text/similar-word.ts";
import { nullIfRefused } from "../api-client/api-failure.ts";
import type { ApiSender } from "../api-client/api-sender.ts";
import type { AdminClient } from "./admin-client.ts";

const notFound = 404;

/** Null for a server that does not report the environment of a token. */
export async function tokenEnvironment(admin: AdminClient): Promise<string | null> {
  const status = await nullIfRefused(
    admin.call("GET /status", {}),
    ({ isRouteMissing }) => isRouteMissing,
  );
  return status?.environment.slug ?? null;
}

/** Throws a ConfigError unless the token in `variable` belongs to the requested environment. */
export function requireEnvironment(asked: string, actual: string | null, variable: string): void {
  if (actual === null) {
    throw new ConfigError(
      "this server does not report which environment a token belongs to; use a token of " +
        `${quoteUnlessPlain(asked)} in ${variable}, without --environment`,
    );
  }
  if (asked !== actual) {
    const meant = similarWord(asked, [actual]) === undefined ? "" : `; did you mean ${actual}?`;
    throw new ConfigError(
      `the token in ${variable} is for the environment ${quoteUnlessPlain(actual)}, not for ` +
        `${quote(asked)}${meant === "" ? "; use a token of that environment" : meant}`,
    );
  }
}

/** As `send`; if the environment does not exist, `explain` may reject with a better reason. */
export function explainedSender(send: ApiSender, explain: () => Promise<void>): ApiSender {
  return async (path, init) => {
    const answer = await send(path, init);
    if (answer.status === notFound) {
      const document: unknown = await answer
        .clone()
        .json()
        .catch(() => null);
      if (isJsonObject(document) && document.code === "environment_not_found") {
        await explain();
      }
    }
    return answer;
  };
}
