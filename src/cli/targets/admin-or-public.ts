import { ApiRefusal } from "../api-client/api-failure.ts";
import { NoPublicApi, type Target } from "./api-target.ts";

/**
 * Works over the Admin API. Falls back to the public API if the server has no Admin API for commands:
 * another server, an older one, a replica.
 */
export async function adminOrPublic<Answer>(
  overAdmin: () => Promise<Answer>,
  overPublic: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await overAdmin();
  } catch (error) {
    if (error instanceof ApiRefusal && error.isRouteMissing) {
      return unlessNone(overPublic(), error);
    }
    throw error;
  }
}

/** A data directory has no public API, so the reason of the Admin API is reported. */
async function unlessNone<Answer>(answer: Promise<Answer>, reason: ApiRefusal): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof NoPublicApi ? reason : error;
  }
}

/** The slug of the environment after the first answer; null if the server does not report it. */
export async function answeredEnvironment({ admin, environment }: Target): Promise<string | null> {
  return admin.environment ?? (await environment());
}

/** The answer of an optional route; null if the server has no such route. */
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
