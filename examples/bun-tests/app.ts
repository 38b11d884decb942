import type { Client } from "gatehouse-flags/client";

/** Answers the requests of the application. */
export function answer(request: Request, features: Client): Response {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname !== "/checkout") {
    return new Response("not found", { status: 404 });
  }
  const user = {
    flipperId: `User;${searchParams.get("user")}`,
    groups: searchParams.getAll("group"),
  };
  return Response.json({ checkout: features.enabled("new_checkout", user) ? "new" : "old" });
}
