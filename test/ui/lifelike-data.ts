import type { GateChange } from "../../src/core/evaluation/gate-change.ts";
import { shopFeatures } from "../../src/demo/history/shop-features.ts";
import { run, testedProgram } from "../contract/server-process.ts";
import type { UiServer } from "./ui-server.ts";

/** The features of a shop, in all states. */
export const lifelikeFeatures = shopFeatures;

/** A change of a gate as a request to the public API. */
function requestOf(change: GateChange): readonly [path: string, body: unknown] {
  switch (change.action) {
    case "enable_actor":
      return ["actors", { flipper_id: change.value }];
    case "enable_group":
      return ["groups", { name: change.value }];
    case "enable_expression":
      return ["expression", change.value];
    case "percentage_of_actors":
    case "percentage_of_time":
      return [change.action, { percentage: change.value }];
    default:
      return ["boolean", {}];
  }
}

/** Fills an empty hosted server, whose plan keeps telemetry; a token is the author of the gates. */
export async function createLifelikeData(server: UiServer, token?: string): Promise<void> {
  for (const { key, changes } of lifelikeFeatures) {
    await server.api("POST", "/features", { name: key }, token);
    for (const [path, body] of changes.map(requestOf)) {
      await server.api("POST", `/features/${key}/${path}`, body, token);
    }
  }
  await describe(server);
  for (const name of ["Staging", "feature/checkout"]) {
    await server.api("POST", "/environments", { name });
  }
  await submitTelemetry(server);
}

async function describe(server: UiServer): Promise<void> {
  for (const { key, description, longevity, tags = [] } of lifelikeFeatures) {
    const args = [
      ...(description === undefined ? [] : ["--description", description]),
      ...(longevity === undefined ? [] : ["--longevity", longevity]),
      ...(tags.length === 0 ? [] : ["--tags", tags.join(",")]),
    ];
    if (args.length > 0) {
      const command = ["feature", "describe", key, "--data", server.dataDirectory, ...args];
      const { code, err } = await run(testedProgram, command, { cwd: server.dataDirectory });
      if (code !== 0) {
        throw new Error(err);
      }
    }
  }
}

const hours = 20 * 24;
const secondsPerHour = 3_600;
const secondsPerDay = 86_400;
const metricsPerSubmission = 4_000;

/** Three weeks of evaluations, with nights and weekends. */
async function submitTelemetry(server: UiServer): Promise<void> {
  const now = Math.floor(Date.now() / 1_000);
  const unknown = { key: "serch_v2", hourly: 140, rate: 0 };
  const metrics = [...lifelikeFeatures, unknown].flatMap(({ key, hourly = 0, rate = 0 }, row) =>
    Array.from({ length: hours }, (_, hour) => {
      const time = now - hour * secondsPerHour;
      const day = Math.floor(time / secondsPerDay);
      const dayPart = (time % secondsPerDay) / secondsPerDay;
      const isWeekend = [2, 3].includes(day % 7);
      const wave = 0.55 + 0.4 * Math.sin((dayPart - 0.3) * 2 * Math.PI);
      const course = 1 + 0.18 * Math.sin(day * (row + 1)) - hour / hours / 3;
      const total = Math.round(hourly * wave * course * (isWeekend ? 0.55 : 1));
      const enabled = Math.round(total * rate);
      return [
        { key, time, result: true, value: enabled },
        { key, time, result: false, value: total - enabled },
      ].filter(({ value }) => value > 0);
    }).flat(),
  );
  for (let start = 0; start < metrics.length; start += metricsPerSubmission) {
    await server.api("POST", "/telemetry", {
      request_id: crypto.randomUUID(),
      enabled_metrics: metrics.slice(start, start + metricsPerSubmission),
    });
  }
}
