import { Elysia } from "elysia";
import { answered } from "../../../http/declared/documented-schemas.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { AboutAnswer } from "../contract/about-models.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

/** The server that answers. */
export function aboutController({ about }: UiDependencies, routes: AdminRoutes) {
  return new Elysia({ tags: ["Server"] }).use(routes).get("/about", () => about(), {
    role: "viewer",
    response: { 200: answered(AboutAnswer, "The server, its data and its checks") },
    refuses: [],
    detail: { operationId: "getAbout", summary: "Get the server and its state" },
  });
}
