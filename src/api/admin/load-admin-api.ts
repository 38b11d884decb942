import type { Api } from "../../http/routing/api.ts";
import type { AdminApiParts, MoreControllers } from "./handlers/create-admin-api.ts";

export interface LateAdminApiParts extends Omit<AdminApiParts, "moreControllers"> {
  /** Loads the controllers in addition to those that every deployment has. */
  readonly loadControllers?: (() => Promise<MoreControllers>) | undefined;
}

/**
 * Loads the code of the Admin API and creates it. Every start would otherwise load its 100 routes and
 * their schemas, although clients do not need them.
 */
export async function loadAdminApi({ loadControllers, ...parts }: LateAdminApiParts): Promise<Api> {
  const [{ createAdminApi }, moreControllers] = await Promise.all([
    import("./handlers/create-admin-api.ts"),
    loadControllers?.(),
  ]);
  return createAdminApi({ ...parts, moreControllers });
}
