import { expect, test } from "bun:test";
import { refusalIn, startUi } from "../web-ui-server.ts";

const list = "GET /environments/:environment/features" as const;
const feature = "/environments/:environment/features/:key" as const;

async function startWithEnvironments() {
  const server = await startUi();
  const page = await server.page("admin");
  for (const key of ["cart", "pay", "search"]) {
    await page.answer("POST /environments/:environment/features", {
      params: { environment: 1 },
      body: { key },
    });
  }
  const named = async (name: string) =>
    (await page.answer("POST /environments", { body: { name } })).environment.id;
  const [staging, qa] = [await named("Staging"), await named("QA")];
  return { server, page, staging, qa, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

test("a list has the state of each feature in other environments", async () => {
  await using started = await startWithEnvironments();
  const { page, staging, qa } = started;
  const change = (environment: number, key: string, changes: readonly object[]) =>
    page.answer(`POST ${feature}/changes`, { params: { environment, key }, body: { changes } });
  await change(staging, "cart", [{ gate: "boolean", action: "enable" }]);
  await change(staging, "pay", [
    { gate: "percentage_of_actors", action: "enable", value: 20 },
    { gate: "actors", action: "enable", value: "User;1" },
  ]);
  await change(qa, "pay", [
    { gate: "groups", action: "enable", value: "staff" },
    { gate: "expression", action: "enable", value: { Equal: [{ Property: ["plan"] }, "pro"] } },
  ]);
  await change(qa, "search", [{ gate: "boolean", action: "disable" }]);
  await change(qa, "cart", [{ gate: "percentage_of_time", action: "enable", value: 5 }]);
  const columnsOf = async (environment: number, columns: string) => {
    const { features } = await page.answer(list, { params: { environment }, query: { columns } });
    return Object.fromEntries(features.map((row) => [row.key, row.columns]));
  };
  const everyone = { kind: "everyone", state: "on" } as const;
  const off = { kind: "off", state: "off" } as const;
  const some = {
    kind: "percentage",
    state: "conditional",
    percentageOfActors: 20,
    actorCount: 1,
  } as const;
  const chosen = {
    kind: "chosen",
    state: "conditional",
    groupCount: 1,
    hasExpression: true,
  } as const;
  const sometimes = { kind: "percentage", state: "conditional", percentageOfTime: 5 } as const;
  expect(await columnsOf(1, `${staging},qa`)).toEqual({
    cart: [everyone, sometimes],
    pay: [some, chosen],
    search: [null, off],
  });
  expect(await columnsOf(staging, "1")).toEqual({ cart: [off], pay: [off], search: [off] });
  // Without columns the rows have none.
  const { features } = await page.answer(list, { params: { environment: 1 } });
  expect(features[0]).not.toHaveProperty("columns");
  await change(staging, "search", [{ gate: "boolean", action: "enable" }]);
  expect((await columnsOf(1, `${staging},qa`)).search).toEqual([everyone, off]);
});

test("unknown, repeated and too many columns are refused", async () => {
  await using started = await startWithEnvironments();
  const { server, page, staging } = started;
  const codeOf = async (query: Record<string, string>) =>
    (await refusalIn(await page.call(list, { params: { environment: 1 }, query }))).code;
  expect(await codeOf({ columns: "99" })).toBe("environment_not_found");
  expect(await codeOf({ columns: "" })).toBe("input_invalid");
  expect(await codeOf({ columns: `${staging},staging` })).toBe("input_invalid");
  expect(await codeOf({ columns: `${staging}`, gates: "true" })).toBe("input_invalid");
  const ids: number[] = [];
  for (let nth = 0; nth < 5; nth++) {
    const { environment } = await page.answer("POST /environments", { body: { name: `e${nth}` } });
    ids.push(environment.id);
  }
  expect(await codeOf({ columns: ids.join() })).toBe("input_invalid");
  const { features } = await page.answer(list, {
    params: { environment: 1 },
    query: { columns: ids.slice(1).join() },
  });
  expect(features[0]?.columns).toEqual([null, null, null, null]);
  expect(server.hosted.faults).toEqual([]);
});

test("the token of an environment gets no columns of others", async () => {
  await using started = await startWithEnvironments();
  const { server, staging } = started;
  const token = await server.hosted.newToken({ access: "read_only" });
  const answer = await server.send(`/admin/v1/environments/-/features?columns=${staging}`, {
    headers: { "flipper-cloud-token": token },
  });
  expect((await refusalIn(answer)).code).toBe("environment_not_found");
});
