import { expect, test } from "bun:test";
import { type Call, formType } from "../helpers/api-client.ts";
import { describeHosted } from "../helpers/describe-hosted.ts";
import { describeMountable } from "../helpers/describe-mountable.ts";
import { created } from "../helpers/hosted-client.ts";

type Row = readonly [method: string, path: string, status: number, call?: Call];

const form = (body: string): Call => ({ body, headers: formType });

// Every kind of answer: each success, each way to refuse, with names that look like files.
const answers: Row[] = [
  ["GET", "/features", 200],
  ["GET", "/features?keys=search", 200],
  ["GET", "/features?exclude_gates=true", 200],
  ["GET", "/features", 200, { headers: { "accept-encoding": "gzip" } }],
  ["HEAD", "/features", 200],
  ["GET", "/features", 304, { headers: { "if-none-match": "*" } }],
  ["GET", "/features?keys=search", 304, { headers: { "if-none-match": "*" } }],
  ["POST", "/features", 200, form("name=search")],
  ["GET", "/features/search", 200],
  ["GET", "/features/style.css", 404],
  ["GET", "/actors/User;1", 200],
  ["GET", "/actors/User;1.css", 200],
  ["GET", "/actors/User;1.js?keys=search", 200],
  ["POST", "/features/search/boolean", 200],
  ["POST", "/features/search/actors", 422, form("flipper_id=")],
  ["DELETE", "/features/search/clear", 204],
  ["DELETE", "/features/search", 204],
  ["POST", "/import", 204, { body: '{"features":{}}', headers: { "content-type": "a/b+json" } }],
  ["POST", "/features", 400, form("%zz")],
  ["POST", "/features", 413, form("x".repeat(1_048_577))],
  ["POST", "/features", 415, { body: "x", headers: { "content-type": "text/plain" } }],
  ["GET", "/features/%zz", 400],
  ["GET", "/nothing.css", 404],
  ["PUT", "/features", 405],
];

const titled = answers.map(
  (row) => [`${row[0]} ${row[1]} ${JSON.stringify(row[3]?.headers ?? {})}`, row] as const,
);
const expected = { cacheControl: "private, no-cache", sniffing: "nosniff" };

function headersOf({ headers }: Response) {
  return {
    cacheControl: headers.get("cache-control"),
    sniffing: headers.get("x-content-type-options"),
  };
}

describeMountable("headers of every answer (docs/api.md#response-headers)", (api) => {
  test.each(titled)("%s", async (_, [method, path, status, call]) => {
    await api.import({ search: { actors: Array.from({ length: 200 }, (_, id) => `User;${id}`) } });
    const { body = null, headers = {} } = call ?? {};
    const response = await api.send(path, { method, headers, body });
    expect([response.status, headersOf(response)]).toEqual([status, expected]);
  });
});

describeHosted("headers of hosted answers (docs/api.md#response-headers)", (manager) => {
  const paths = ["/features", "/actors/x", "/audits", "/audits?page=0", "/nothing"];

  test.each(paths)("GET %s, with and without a token", async (path) => {
    for (const client of [manager, manager.as(null)]) {
      expect(headersOf(await client.send(path))).toEqual(expected);
    }
  });

  test("the list still varies by token", async () => {
    for (const headers of [{}, { "if-none-match": "*" }]) {
      const response = await manager.send("/features", { headers });
      expect(response.headers.get("vary")).toBe("accept-encoding, flipper-cloud-token");
      expect(headersOf(response)).toEqual(expected);
    }
  });

  test("a new token is never stored", async () => {
    const answer = await manager.environments.create(`headers-${crypto.randomUUID()}`);
    expect(headersOf(answer[0])).toEqual({ ...expected, cacheControl: "no-store" });
    const [deleted] = await manager.environments.delete(created(answer).environment.id);
    expect(headersOf(deleted)).toEqual(expected);
  });
});
