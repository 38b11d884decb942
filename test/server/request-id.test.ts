import { expect, test } from "bun:test";
import { startPipelineServer } from "./pipeline-server.ts";

const paths: [path: string, status: number][] = [
  ["/adapter/features", 200],
  ["/adapter/features/missing", 404],
  ["/adapter/audits", 200],
  ["/adapter/nothing", 404],
  ["/adapter/features/%zz", 400],
  ["/healthz", 200],
  ["/metrics", 200],
  ["/nothing", 404],
];

test.each(paths)("%s repeats a valid request id, and creates none", async (path, status) => {
  const server = await startPipelineServer();
  const idOf = async (headers: Record<string, string>) => {
    const response = await server.send(path, {
      headers: { ...headers, "flipper-cloud-token": server.hosted.managerToken },
    });
    expect(response.status).toBe(status);
    return response.headers.get("x-request-id");
  };
  expect(await idOf({ "x-request-id": "abc-1.2" })).toBe("abc-1.2");
  expect(await idOf({})).toBe(null);
  expect(await idOf({ "x-request-id": "<script>" })).toBe(null);
  expect(await idOf({ "x-request-id": "x".repeat(129) })).toBe(null);
  await server.stop();
});

test("an answer has only the id of its own request, though answers share their bytes", async () => {
  const server = await startPipelineServer();
  const headers = { "flipper-cloud-token": server.hosted.managerToken };
  const ids: (string | null)[] = [];
  for (const id of ["a", "b", null]) {
    const response = await server.send("/adapter/features", {
      headers: id === null ? headers : { ...headers, "x-request-id": id },
    });
    ids.push(response.headers.get("x-request-id"));
  }
  expect(ids).toEqual(["a", "b", null]);
  await server.stop();
});
