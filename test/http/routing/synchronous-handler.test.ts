import { expect, test } from "bun:test";
import { startHosted } from "../../helpers/hosted-server.ts";

test.each(["/features", "/features/search", "/actors/User;1", "/features?keys=search"])(
  "GET %s is answered synchronously, without a promise",
  async (path) => {
    const hosted = await startHosted();
    await hosted.manager.features.create("search");
    const headers = { "flipper-cloud-token": hosted.managerToken };
    const url = `http://localhost/adapter${path}`;
    const answer = hosted.deployment.api.fetch(new Request(url, { headers }));
    expect(answer).toBeInstanceOf(Response);
    expect((await answer).status).toBe(200);
    await hosted.stop();
  },
);

test("an error of a synchronous handler is answered as a refusal", async () => {
  const hosted = await startHosted();
  const [response] = await hosted.manager.call("GET", "/features/missing");
  expect(response.status).toBe(404);
  const [refused] = await hosted.manager.as(null).call("GET", "/features");
  expect(refused.status).toBe(401);
  await hosted.stop();
});
