import type { AnyElysia } from "elysia";
import type { AdminRoutes } from "../admin-routes.ts";
import { accountController } from "./account-controller.ts";
import { memberController } from "./member-controller.ts";
import { passkeyController } from "./passkey-controller.ts";
import { peopleController } from "./people-controller.ts";
import { sessionController } from "./session-controller.ts";
import { tokenController } from "./token-controller.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

/** The controllers of the Admin API. */
export function adminControllers(deps: UiDependencies, routes: AdminRoutes): readonly AnyElysia[] {
  return [
    accountController(deps, routes),
    memberController(deps, routes),
    passkeyController(deps, routes),
    peopleController(deps, routes),
    sessionController(deps, routes),
    tokenController(deps, routes),
  ];
}
