import { expect, test } from "bun:test";
import {
  caller,
  type GatehouseSite,
  startHostedSite,
} from "../flipper-api/gatehouse/gatehouse-sites.ts";
import { addEnvironment } from "../helpers/hosted-administration.ts";
import { askTargets, type Called } from "./ask-targets.ts";

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly environment?: string;
}

const staging = { environment: "staging" };
const uuid = "1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b";
const metric = { key: "serach", result: false, value: 1, time: Math.floor(Date.now() / 1_000) };

/** What commands of the shell send, with refusals among it. */
const requests: readonly Sent[] = [
  { method: "GET", path: "/features" },
  { method: "POST", path: "/features", body: { name: "search" } },
  { method: "POST", path: "/features/search/actors", body: { flipper_id: "User;1" } },
  { method: "POST", path: "/features/search/groups", body: { name: "staff" } },
  { method: "POST", path: "/features/search/percentage_of_actors", body: { percentage: "x" } },
  { method: "POST", path: "/features/search/boolean", ...staging },
  {
    method: "POST",
    path: "/features/checkout/expression",
    body: { Any: [{ Equal: [{ Property: ["plan"] }, "pro"] }] },
  },
  { method: "GET", path: "/features/checkout" },
  { method: "GET", path: "/features?exclude_gates=true", ...staging },
  { method: "GET", path: "/features/unknown" },
  { method: "GET", path: "/actors/User;1?keys=search,unknown&groups=staff" },
  { method: "GET", path: "/actors/User;1", ...staging },
  { method: "GET", path: "/audits" },
  { method: "GET", path: "/audits", ...staging },
  { method: "POST", path: "/import", body: { features: { a: { gate: 1 } } } },
  {
    method: "POST",
    path: "/import",
    body: { features: { search: { boolean: true } } },
    ...staging,
  },
  { method: "GET", path: "/features", ...staging },
  { method: "DELETE", path: "/features/search/clear" },
  { method: "DELETE", path: "/features/checkout" },
  { method: "GET", path: "/features" },
  { method: "POST", path: "/telemetry", body: { request_id: "x", enabled_metrics: [metric] } },
  { method: "POST", path: "/telemetry", body: { request_id: uuid, enabled_metrics: [metric] } },
  { method: "GET", path: "/telemetry/summary?days=1" },
  { method: "GET", path: "/no-such-route" },
  { method: "DELETE", path: "/gatehouse/features" },
];

/** Without what differs between two runs: times, and who acts. */
function comparable({ status, body }: Called) {
  const text = JSON.stringify(body ?? null)
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"TIME"')
    .replaceAll(/\{"type":"(?:Token|User)","id":"\d+"\}/g, '"ACTOR"');
  return { status, body: JSON.parse(text) };
}

async function answersOf(
  send: (sent: Sent) => Promise<Called>,
): Promise<readonly ReturnType<typeof comparable>[]> {
  const answers: ReturnType<typeof comparable>[] = [];
  for (const sent of requests) {
    answers.push(comparable(await send(sent)));
  }
  return answers;
}

async function overHttp() {
  const { hosted, call, stop } = await startHostedSite({ hasTelemetry: true });
  const environment = await addEnvironment(hosted, { name: "Staging", kind: "custom" });
  const ofStaging: GatehouseSite["call"] = caller(await hosted.newClient({ environment }));
  const answers = await answersOf(({ method, path, body, environment: slug }) =>
    (slug === undefined ? call : ofStaging)(method, path, { body }),
  );
  await stop();
  return answers;
}

test.each(askTargets)(
  "$name gives the answers that a server gives over HTTP",
  async ({ start }) => {
    const asked = await start();
    await asked.administer("environment.create", { name: "Staging" });
    const answers = await answersOf(({ method, path, ...options }) =>
      asked.call(method, path, options),
    );
    const expected = await overHttp();
    for (const [index, answer] of answers.entries()) {
      expect([requests[index], answer]).toEqual([requests[index], expected[index]]);
    }
    await asked.stop();
  },
);
