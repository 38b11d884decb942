import type { AnyElysia } from "elysia";
import type { AdminRoutes } from "../admin-routes.ts";
import { groupRuleController } from "./group-rule-controller.ts";
import { signOnController } from "./sign-on-controller.ts";
import { trustController } from "./trust-controller.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

/** The controllers of servers to which people and jobs sign in; the library does without them. */
export function signOnControllers(deps: UiDependencies, routes: AdminRoutes): readonly AnyElysia[] {
  return [
    groupRuleController(deps, routes),
    signOnController(deps, routes),
    trustController(deps, routes),
  ];
}
