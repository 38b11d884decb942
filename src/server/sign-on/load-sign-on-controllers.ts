import type { MoreControllers } from "../../api/admin/handlers/create-admin-api.ts";

/** The controllers of the Admin API with which people and jobs sign in. */
export async function loadSignOnControllers(): Promise<MoreControllers> {
  const { signOnControllers } = await import("../../api/admin/handlers/sign-on-controllers.ts");
  return signOnControllers;
}
