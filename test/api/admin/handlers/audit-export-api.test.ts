import { expect, test } from "bun:test";
import { revoke } from "../../../helpers/hosted-administration.ts";
import { created } from "../../../helpers/hosted-client.ts";
import { startHostedSite } from "../admin-sites.ts";
import { refusalIn, startUi, type UiPage, type UiServer } from "../web-ui-server.ts";

const features = "/environments/:environment/features" as const;

async function startWithAudits(): Promise<{ server: UiServer; page: UiPage; staging: number }> {
  const server = await startUi();
  const page = await server.page("admin");
  const { environment } = await page.answer("POST /environments", { body: { name: "Staging" } });
  const body = { key: "=search", reason: '+1, "quoted"\nline é🎉' };
  await page.answer(`POST ${features}`, { params: { environment: 1 }, body });
  const add = [
    "@SUM(1)",
    "-2",
    "\tx",
    "plain",
    ...Array.from({ length: 120 }, (_, at) => `U;${at}`),
  ];
  await page.answer(`PATCH ${features}/:key/actors`, {
    params: { environment: 1, key: "=search" },
    body: { add },
  });
  await page.answer(`PUT ${features}/:key/percentage-of-time`, {
    params: { environment: environment.id, key: "=search" },
    body: { percentage: 5 },
  });
  return { server, page, staging: environment.id };
}

async function exported(page: UiPage, query: string) {
  const answer = await page.send("GET", `/audits/export?${query}`);
  return { answer, text: new TextDecoder("utf-8", { fatal: true }).decode(await answer.bytes()) };
}

test("an export as JSON lines has each audit once, with its environment", async () => {
  const { server, page } = await startWithAudits();
  await using _server = server;
  const { answer, text } = await exported(page, "format=jsonl");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/jsonl;charset=utf-8");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="audits.jsonl"');
  const rows = text
    .trimEnd()
    .split("\n")
    .map((line): Readonly<Record<string, unknown>> => JSON.parse(line));
  expect(rows).toHaveLength(126);
  const ids = rows.map(({ environment, id }) => `${environment} ${id}`);
  expect(new Set(ids).size).toBe(126);
  expect(ids.at(-1)).toBe("staging 1");
  expect(rows.find(({ action }) => action === "create")).toMatchObject({
    environment: "production",
    featureKey: "=search",
    reason: '+1, "quoted"\nline é🎉',
  });
});

test("an export as CSV has no cell that a spreadsheet takes for a formula", async () => {
  const { server, page } = await startWithAudits();
  await using _server = server;
  const { answer, text } = await exported(page, "format=csv&environment=production");
  expect(answer.headers.get("content-type")).toBe("text/csv;charset=utf-8");
  const [head, first] = text.split("\r\n");
  expect(head).toBe(
    "environment,id,step,at,action,feature,value,before,actor_type,actor_id,actor_name,reason,links",
  );
  expect(first).toMatch(/^production,125,2,\d{4}-\d\d-\d\dT[\d:.]+Z,enable_actor,'=search,/);
  for (const cell of ["'@SUM(1)", "'-2", "'\tx", "plain", `"'+1, ""quoted""\nline é🎉"`]) {
    expect(text).toContain(`,${cell}`);
  }
  expect(text).toEndWith("\r\n");
  // A column of all rows: cells begin after a comma or a line.
  expect(text).not.toMatch(/(?:^|,|\n)"?[=+@\t-]/);
});

test("an export has the audits of the filter", async () => {
  const { server, page } = await startWithAudits();
  await using _server = server;
  const countOf = async (query: string) => {
    const { text } = await exported(page, `format=jsonl&${query}`);
    return text.split("\n").length - 1;
  };
  expect(await countOf("environment=staging")).toBe(1);
  expect(await countOf("action=create")).toBe(1);
  expect(await countOf("text=u;11")).toBe(11);
  expect(await countOf("text=U;119")).toBe(1);
  expect(await countOf("key=other")).toBe(0);
  expect(await countOf("to=1")).toBe(0);
  expect(await countOf("actor=Token:9")).toBe(0);
});

test("the token of an environment exports its own audits only", async () => {
  const { hosted, stop, callAs } = await startHostedSite();
  await hosted.manager.gates.post("search", "boolean");
  const { token } = created(await hosted.manager.environments.create("Preview"));
  await hosted.manager.as(token.value).gates.post("search", "percentage_of_time", {
    percentage: 1,
  });
  // One line is one JSON value.
  const { body } = await callAs(token.value)("GET", "/audits/export?format=jsonl");
  expect(body).toMatchObject({ environment: "preview" });
  await stop();
});

test.each([
  ["", 422],
  ["format=xml", 422],
  ["format=csv&action=enabled", 422],
  ["format=csv&environment=unknown", 404],
])("an export with %p is refused", async (query, status) => {
  await using server = await startUi();
  const page = await server.page("viewer");
  expect((await page.send("GET", `/audits/export?${query}`)).status).toBe(status);
});

test("exports that nobody reads any more make room for others", async () => {
  const { server, page } = await startWithAudits();
  await using _server = server;
  const open = (by: UiPage) => by.send("GET", "/audits/export?format=jsonl");
  const opened: Response[] = [];
  const openUntilRefused = async (by: UiPage) => {
    for (let count = 0; count < 50; count++) {
      const answer = await open(by);
      if (!answer.ok) {
        return { ...(await refusalIn(answer)), count };
      }
      opened.push(answer);
    }
    throw new Error("no export was refused");
  };
  const refused = { status: 503, code: "unavailable" };
  expect(await openUntilRefused(page)).toMatchObject({ ...refused, count: 2 });
  // One caller leaves room for others, and all together have 8.
  for (const count of [2, 2, 2, 0]) {
    expect(await openUntilRefused(await server.page("viewer"))).toMatchObject({
      ...refused,
      count,
    });
  }
  await Promise.all(opened.map((answer) => answer.body?.cancel()));
  const again = await open(page);
  expect(again.status).toBe(200);
  await again.text();
});

const endings: [title: string, end: (server: UiServer, viewer: UiPage) => Promise<void>][] = [
  ["session", async (_server, viewer) => void (await viewer.answer("DELETE /session"))],
  [
    "membership",
    async (server, viewer) => {
      const owner = await server.page("owner");
      await owner.answer("DELETE /members/:user", { params: { user: viewer.userId }, body: {} });
    },
  ],
];

test.each(endings)("an export fails at the next page after the %s ended", async (_title, end) => {
  const { server } = await startWithAudits();
  await using _server = server;
  const viewer = await server.page("viewer");
  const answer = await viewer.send("GET", "/audits/export?format=jsonl");
  const reader = answer.body?.getReader();
  expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0);
  await end(server, viewer);
  expect(await failureOf(reader)).toMatchObject({ refusal: "session_ended" });
});

test("an export fails at the next page after the token was revoked", async () => {
  const { server } = await startWithAudits();
  await using _server = server;
  const value = await server.hosted.newToken();
  const answer = await server.send("/admin/v1/audits/export?format=jsonl", {
    headers: { "flipper-cloud-token": value, "accept-encoding": "gzip" },
  });
  expect(answer.status).toBe(200);
  await revoke(server.hosted, value);
  expect(await failureOf(answer.body?.getReader())).toMatchObject({ refusal: "token_invalid" });
});

/** Reads to the end; returns the failure, and undefined for a whole file. */
async function failureOf(
  reader: { readonly read: () => Promise<{ readonly done: boolean }> } | undefined,
): Promise<unknown> {
  try {
    while ((await reader?.read())?.done === false) {
      // Reads on.
    }
    return undefined;
  } catch (error) {
    return error;
  }
}
