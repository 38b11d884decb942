import type { AnyElysia } from "elysia";
import type { AdminRoutes } from "../admin-routes.ts";
import { personalTokenController } from "./personal-token-controller.ts";
import { tokenController } from "./token-controller.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

/** The controllers of the Admin API. */
export function adminControllers(deps: UiDependencies, routes: AdminRoutes): readonly AnyElysia[] {
  return [personalTokenController(deps, routes), tokenController(deps, routes)];
}
