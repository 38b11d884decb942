import { ApiRefusal } from "../api-client/api-failure.ts";
import type { Arguments } from "../config/arguments.ts";
import { remoteServer } from "./api-place.ts";

/** The answer of a route that another server need not have; null if it has no such route. */
export async function routeOrNull<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiRefusal && error.isRouteMissing) {
      return null;
    }
    throw error;
  }
}

/**
 * The answer of the Admin API. Where it is missing on a server that is asked over HTTP, `other` asks the
 * public API.
 */
export async function adminOrPublic<Answer>(
  given: Arguments,
  asked: Promise<Answer>,
  other: () => Promise<Answer>,
): Promise<Answer> {
  return remoteServer(given) === null ? asked : ((await routeOrNull(asked)) ?? other());
}
