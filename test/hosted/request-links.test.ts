import { expect, test } from "bun:test";
import { errorResponse } from "../../src/api/common/errors/error-response.ts";
import type { RequestCommand } from "../../src/core/model/change-request.ts";
import { ChangeRequestRequired } from "../../src/core/model/change-request-required.ts";
import { createErrorHandler } from "../../src/http/routing/error-handler.ts";

const place = { environment: { id: 1, slug: "production" }, project: "Shop & Co" };

async function linkOf(commands: readonly RequestCommand[] | null, siteUrl?: string) {
  const handler = createErrorHandler({
    context: { docsUrl: "/swagger", siteUrl, onFault: () => undefined },
    writeRefusal: (error, options) => errorResponse(error, options),
    routes: () => [],
    guard: () => undefined,
  });
  const error = new ChangeRequestRequired(place, commands, "is protected");
  const answer = handler(error, new Request("http://localhost/features"));
  const { more_info }: { readonly more_info: string } = JSON.parse(await answer.text());
  return more_info;
}

test("a blocked write links to a request that is filled in", async () => {
  const commands: readonly RequestCommand[] = [{ kind: "enable", key: "search & find" }];
  const link = new URL(await linkOf(commands, "https://flags.example/base"));
  expect(link.origin + link.pathname).toBe("https://flags.example/base/requests/new");
  expect(link.searchParams.get("project")).toBe("Shop & Co");
  expect(link.searchParams.get("environment")).toBe("production");
  expect(JSON.parse(link.searchParams.get("commands") ?? "")).toEqual(commands);
});

test("long changes are left out of the link, and without a page it leads to the documentation", async () => {
  const many = Array.from({ length: 100 }, (_, index): RequestCommand => {
    return { kind: "enable", key: `feature-${index}` };
  });
  for (const commands of [many, null]) {
    const link = await linkOf(commands, "");
    expect(link).toBe("/requests/new?project=Shop+%26+Co&environment=production");
  }
  expect(await linkOf(many)).toBe("/swagger");
});
