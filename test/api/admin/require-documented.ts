import type { AdminError } from "../../../src/api/admin/contract/error-models.ts";
import { documentationOf } from "../../../src/http/openapi/route-documentation.ts";
import type { Api } from "../../../src/http/routing/api.ts";

/** Rejects if a route of the Admin API refuses a request with a code that its document does not have. */
export async function requireDocumented(
  { app, prefix }: Pick<Api, "app" | "prefix">,
  { method, url }: Request,
  answer: Response,
): Promise<void> {
  const segments = new URL(url).pathname.split("/");
  const route = app.routes.find(
    (each) =>
      each.method === method.replace("HEAD", "GET") && isMatch(each.path.split("/"), segments),
  );
  if (route === undefined || !url.includes(prefix)) {
    return;
  }
  const { code }: AdminError = JSON.parse(await answer.text());
  const response: unknown = Reflect.get(
    documentationOf(route.hooks)?.responses ?? {},
    String(answer.status),
  );
  if (!JSON.stringify(response ?? "").includes(`\`${code}\``)) {
    throw new Error(`${route.method} ${route.path} does not document ${answer.status} ${code}`);
  }
}

function isMatch(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, at) =>
      part.startsWith(":") ? segments[at] !== "" : part === segments[at],
    )
  );
}
