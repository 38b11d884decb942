import { expect, test } from "bun:test";
import { ClientActivity } from "../../../../src/api/common/clients/client-activity.ts";
import { addEnvironment } from "../../../helpers/hosted-administration.ts";
import { startHosted } from "../../../helpers/hosted-server.ts";
import { startUi } from "../web-ui-server.ts";

const route = "GET /first-run";

test("viewers see what is left to do, and no addresses of clients", async () => {
  await using server = await startUi({
    clients: ({ deployment }) => {
      const state = () => deployment.writer.state;
      const prefixes = { apiPrefix: "/adapter", ofrepPrefix: "/ofrep" };
      const clients = new ClientActivity({ ...prefixes, state, now: Date.now });
      clients.refused(
        {
          request: new Request("http://localhost/adapter/features"),
          route: "/adapter/features",
          response: { status: 401 },
        },
        () => "192.0.2.9",
      );
      return clients;
    },
  });
  const viewer = await server.page("viewer");
  const admin = await server.page("admin");
  await addEnvironment(server.hosted, { name: "Staging", kind: "custom" });
  const seen = await viewer.answer(route);
  expect(seen).toMatchObject({
    refused: [{ kind: "none", address: null }],
    ...{ featureCount: 0, otherEnvironmentCount: 1, otherMemberCount: 2, latestEvaluation: null },
  });
  expect((await admin.answer(route)).refused).toMatchObject([{ address: "192.0.2.9" }]);
});

test("the latest evaluation is that of the stored telemetry", async () => {
  const minute = Math.floor(Date.now() / 60_000) * 60;
  const hosted = await startHosted({ hasTelemetry: true });
  const { telemetry } = hosted;
  await using server = await startUi({ hosted, ...(telemetry === undefined ? {} : { telemetry }) });
  const viewer = await server.page("viewer");
  await hosted.manager.features.create("a");
  await hosted.manager.features.create("b");
  const metric = (key: string, time: number) => ({ key, time, result: true, value: 1 });
  const sent = await hosted.manager.send("/telemetry", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      request_id: crypto.randomUUID(),
      enabled_metrics: [metric("a", minute), metric("b", minute - 120)],
    }),
  });
  expect(sent.status).toBe(202);
  const { latestEvaluation, since } = await viewer.answer(route);
  expect(latestEvaluation).toEqual({ key: "a", at: minute * 1_000 });
  expect(since).toBeNull();
  await telemetry?.close();
  expect(await viewer.answer(route)).toMatchObject({ featureCount: 2, latestEvaluation: null });
});

test("a new environment replaces the one that was longest without a request", async () => {
  const clock = { now: Date.now() };
  let clients: ClientActivity | undefined;
  await using server = await startUi({
    clients: ({ deployment }) => {
      const state = () => deployment.writer.state;
      const prefixes = { apiPrefix: "/adapter", ofrepPrefix: "/ofrep" };
      clients = new ClientActivity({ ...prefixes, state, now: () => clock.now });
      return clients;
    },
  });
  const { hosted } = server;
  const other = await addEnvironment(hosted, { name: "Staging", kind: "custom" });
  const read = (environmentId: number) => {
    clock.now += 1_000;
    const request = new Request("http://localhost/adapter/features");
    clients?.answered(request, "/adapter/features", environmentId, 200);
  };
  const seen = async () => {
    const viewer = await server.page("viewer");
    return (await viewer.answer(route)).environments.map(({ environment }) => environment);
  };
  read(hosted.production.id);
  for (let id = 10_001; id <= 10_999; id++) {
    read(id);
  }
  read(hosted.production.id);
  read(other.id);
  expect(await seen()).toEqual(["staging", "production"]);
  for (let id = 20_001; id <= 20_999; id++) {
    read(id);
  }
  expect(await seen()).toEqual(["staging"]);
});
