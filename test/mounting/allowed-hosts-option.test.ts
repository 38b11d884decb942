import { expect, test } from "bun:test";
import { mountable } from "gatehouse-flags";

const statusFor = async (toggles: ReturnType<typeof mountable>, path: string, host: string) =>
  (await toggles.handle(new Request(`http://${host}/flipper/api${path}`, { headers: { host } })))
    .status;

test("without the option the library answers for every host, as its host may check", async () => {
  const toggles = mountable({ data: ":memory:" });
  for (const host of ["a", "evil.example", "localhost"]) {
    expect(await statusFor(toggles, "/features", host)).toBe(200);
  }
  await toggles.close();
});

test("with the option it answers for these hosts, and health checks for all", async () => {
  const toggles = mountable({ data: ":memory:", allowedHosts: ["app.example"] });
  expect(await statusFor(toggles, "/features", "app.example")).toBe(200);
  expect(await statusFor(toggles, "/features", "localhost:3000")).toBe(200);
  for (const path of ["/features", "/swagger", "/swagger/json", "/nothing", ""]) {
    expect(await statusFor(toggles, path, "evil.example")).toBe(403);
  }
  expect(await statusFor(toggles, "/healthz", "192.0.2.1")).toBe(200);
  const request = new Request("http://evil.example/flipper/api/features");
  const refused = await toggles.handle(request);
  expect(await refused.json()).toMatchObject({
    code: "host_not_allowed",
    message: expect.stringContaining("allowedHosts"),
  });
  await toggles.close();
});

test("in process the option has no effect", async () => {
  const toggles = mountable({ data: ":memory:", allowedHosts: ["app.example"] });
  expect(toggles.enabled("search")).toBe(false);
  await toggles.close();
});

test.each(["app.example:80", "https://app.example", "*.example", ""])(
  "a name that is no host is refused at once: %j",
  (name) => {
    expect(() => mountable({ data: ":memory:", allowedHosts: [name] })).toThrow(TypeError);
  },
);
