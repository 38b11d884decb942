import { test } from "bun:test";
import { environmentRoles, type Role } from "../../../src/core/model/role.ts";
import { expectLetInByRoutes } from "./environment-role-routes.ts";

const organizationRoles = ["admin", "member", "viewer"] as const satisfies readonly Role[];
const pairs = organizationRoles.flatMap((role) =>
  environmentRoles.filter((there) => there !== role).map((there) => [role, there] as const),
);

test.each(pairs)(
  "a %s of the organization who is %s in Production is let in by every route accordingly",
  expectLetInByRoutes,
);
