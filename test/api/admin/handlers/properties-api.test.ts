import { expect, test } from "bun:test";
import { startUi, type UiPage } from "../web-ui-server.ts";

const route = "GET /environments/:environment/properties";
const params = { environment: 1 };

async function propertyOf(page: UiPage, name: string) {
  const { properties } = await page.answer(route, { params });
  return properties.find((each) => each.name === name);
}

const check = (properties: object) =>
  `/actors/User;1?properties=${encodeURIComponent(JSON.stringify(properties))}`;

test("properties of checks and of expressions have their types, shares and values", async () => {
  await using server = await startUi();
  const { manager, deployment } = server.hosted;
  const page = await server.page("member");
  expect(await page.answer(route, { params })).toMatchObject({ checkCount: 0, properties: [] });
  const age = { Number: [{ Property: ["age"] }] };
  await manager.expression.set("a", {
    All: [
      { Equal: [{ Property: ["plan"] }, "basic"] },
      { GreaterThan: [age, 17] },
      { LessThan: [age, 99] },
      { Equal: [{ Property: ["email"] }, "ada@example.com"] },
    ],
  });
  await manager.expression.set("b", { Equal: ["pro", { Property: ["plan"] }] });
  await manager.expression.set("c", { Property: ["tester"] });
  expect((await manager.send(check({ plan: "pro", beta: true }))).status).toBe(200);
  await deployment.ofrep.fetch(
    new Request("http://localhost/ofrep/v1/evaluate/flags/a", {
      method: "POST",
      headers: {
        authorization: `Bearer ${server.hosted.managerToken}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ context: { targetingKey: "User;2", plan: "free" } }),
    }),
  );
  expect(await page.answer(route, { params })).toMatchObject({ checkCount: 2 });
  expect(await propertyOf(page, "plan")).toEqual({
    ...{ name: "plan", type: "text", share: 1, expressionCount: 2, isPrivate: false },
    types: { text: 2, number: 0, boolean: 0, other: 0 },
    values: ["pro", "free", "basic"],
  });
  expect(await propertyOf(page, "beta")).toMatchObject({
    ...{ type: "boolean", share: 0.5, expressionCount: 0, values: [true] },
  });
  expect(await propertyOf(page, "age")).toMatchObject({
    ...{ type: "number", share: 0, expressionCount: 1, values: [17, 99] },
  });
  expect(await propertyOf(page, "email")).toMatchObject({
    type: "text",
    values: [],
    isPrivate: true,
  });
  expect(await propertyOf(page, "tester")).toMatchObject({ expressionCount: 1, type: null });
  expect(await propertyOf(page, "targetingKey")).toBeUndefined();
});

test("a property with a private value shows no values, also of expressions", async () => {
  await using server = await startUi();
  const { manager } = server.hosted;
  const page = await server.page("member");
  await manager.expression.set("a", { Equal: [{ Property: ["login"] }, "staff"] });
  expect(await propertyOf(page, "login")).toMatchObject({ values: ["staff"], isPrivate: false });
  await manager.send(check({ login: "ada@example.com" }));
  expect(await propertyOf(page, "login")).toMatchObject({
    ...{ values: [], isPrivate: true, share: 1 },
  });
});

test("explanations and tries are not recorded", async () => {
  await using server = await startUi();
  const page = await server.page("member");
  await server.hosted.manager.features.create("a");
  await page.answer("POST /environments/:environment/explain", {
    params,
    body: { keys: ["a"], actors: ["User;1"], properties: { plan: "pro" } },
  });
  await page.answer("POST /environments/:environment/actors/features", {
    params,
    body: { actor: "User;1", properties: { plan: "pro" } },
  });
  expect(await page.answer(route, { params })).toMatchObject({ checkCount: 0, properties: [] });
});
