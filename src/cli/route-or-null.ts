import { ApiRefusal } from "../api-client/api-failure.ts";

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
