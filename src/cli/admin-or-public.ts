import { ApiRefusal } from "../api-client/api-failure.ts";
import type { Place } from "./api-place.ts";

/**
 * Works over the Admin API, or over the public API of a server that has no Admin API for commands:
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
      return overPublic();
    }
    throw error;
  }
}

/** The slug of the environment of a place after its first answer; null if the server does not tell it. */
export async function answeredEnvironment({ admin, environment }: Place): Promise<string | null> {
  return admin.environment ?? (await environment());
}
