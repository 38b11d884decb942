import { ConfigError } from "../../config/config-error.ts";
import { ApiRefusal, nullIfRefused } from "../api-client/api-failure.ts";
import type { Why } from "../options/why-option.ts";
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

/** As `adminOrPublic`, for a change. Rejects with a ConfigError if the public API would lose its reason. */
export function changeOverAdminOrPublic<Answer>(
  why: Why,
  overAdmin: () => Promise<Answer>,
  overPublic: () => Promise<Answer>,
): Promise<Answer> {
  return adminOrPublic(overAdmin, () => {
    if (why.request === true || why.bypass === true) {
      throw new ConfigError(
        "--request and --bypass need the Admin API: this server has only the Flipper API",
      );
    }
    if (why.reason !== undefined) {
      throw new ConfigError(
        "--why needs the Admin API: this server has only the Flipper API, which stores no reasons",
      );
    }
    return overPublic();
  });
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
export function routeOrNull<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  return nullIfRefused(asked, ({ isRouteMissing }) => isRouteMissing);
}
