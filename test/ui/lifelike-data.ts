import { run, testedProgram } from "../contract/server-process.ts";
import type { UiServer } from "./ui-server.ts";

interface LifelikeFeature {
  readonly key: string;
  readonly description?: string;
  readonly longevity?: "temporary" | "permanent";
  readonly tags?: readonly string[];
  /** Paths below the feature with their bodies, in order. */
  readonly gates: readonly (readonly [path: string, body: unknown])[];
  /** Evaluations an hour at noon; none if missing. */
  readonly hourly?: number;
  /** The part of the evaluations that are enabled. */
  readonly rate?: number;
}

const plan = { Equal: [{ Property: ["plan"] }, { String: ["pro"] }] };
const country = { Property: ["country"] };
const seats = { GreaterThan: [{ Property: ["seats"] }, 10] };
const everyone = [["boolean", {}]] as const;
const percentage = (value: number) => [["percentage_of_actors", { percentage: value }]] as const;
const group = (name: string) => [["groups", { name }]] as const;
const actors = (...ids: readonly string[]) =>
  ids.map((id) => ["actors", { flipper_id: id }] as const);

/** The features of a shop, in all states. */
export const lifelikeFeatures: readonly LifelikeFeature[] = [
  {
    key: "checkout_redesign",
    description: "New checkout flow, second attempt",
    longevity: "temporary",
    tags: ["web", "checkout"],
    gates: [
      ...percentage(5),
      ...actors("User;1042", "User;77"),
      ...percentage(10),
      ["expression", { All: [plan, seats] }],
      ...percentage(25),
    ],
    hourly: 9_000,
    rate: 0.31,
  },
  {
    key: "search_v2",
    description: "Full-text search on the new index",
    tags: ["search"],
    gates: everyone,
    hourly: 14_000,
    rate: 1,
  },
  {
    key: "beta_reports",
    longevity: "temporary",
    tags: ["reports"],
    gates: [["expression", { All: [plan, seats] }]],
    hourly: 2_100,
    rate: 0.18,
  },
  {
    key: "invoice_pdf",
    description: "PDF rendering in the worker",
    tags: ["billing"],
    gates: [],
    hourly: 600,
    rate: 0,
  },
  {
    key: "admin_impersonation",
    description: "Support may act as a customer",
    longevity: "permanent",
    tags: ["internal"],
    gates: group("support"),
    hourly: 90,
    rate: 0.6,
  },
  {
    key: "two_factor_reminder",
    tags: ["security"],
    gates: everyone,
    hourly: 4_800,
    rate: 1,
  },
  {
    key: "streaming_api",
    description: "Server-sent events for v3",
    tags: ["api"],
    gates: [["percentage_of_time", { percentage: 5 }]],
    hourly: 1_200,
    rate: 0.05,
  },
  { key: "legacy_export", description: "Remove after March", tags: ["cleanup"], gates: [] },
  {
    key: "dark_mode",
    tags: ["web"],
    gates: [
      ...group("staff"),
      ...actors(...Array.from({ length: 14 }, (_, index) => `User;${200 + index * 7}`)),
    ],
    hourly: 7_000,
    rate: 0.42,
  },
  {
    key: "rate_limit_v3",
    longevity: "permanent",
    tags: ["api"],
    gates: everyone,
    hourly: 22_000,
    rate: 1,
  },
  {
    key: "ai_summaries",
    description: "Summaries in the inbox",
    tags: ["inbox"],
    gates: [...percentage(10), ["expression", plan]],
    hourly: 1_900,
    rate: 0.12,
  },
  { key: "bulk_delete", tags: ["admin"], gates: [] },
  { key: "new_onboarding", tags: ["web", "growth"], gates: percentage(50), hourly: 480, rate: 0.5 },
  {
    key: "saved_filters",
    tags: ["search"],
    gates: actors("Company;12"),
    hourly: 1_300,
    rate: 0.02,
  },
  { key: "tax_engine_v2", tags: ["billing"], gates: group("accounting"), hourly: 310, rate: 0.09 },
  { key: "webhooks_retry", tags: ["api"], gates: everyone, hourly: 5_200, rate: 1 },
  { key: "checkout_retry", tags: ["checkout"], gates: percentage(5), hourly: 700, rate: 0.05 },
  {
    key: "refund_async",
    description: "Kill switch for the provider",
    tags: ["checkout"],
    gates: everyone,
    hourly: 2_600,
    rate: 1,
  },
  {
    key: "coupon_v3",
    tags: ["checkout", "growth"],
    gates: [["expression", { Any: [{ All: [plan, seats] }, { Equal: [country, "CH"] }] }]],
    hourly: 1_500,
    rate: 0.22,
  },
  {
    key: "refund_beta",
    description: "Behind the worker queue",
    tags: ["checkout", "billing"],
    gates: percentage(40),
    hourly: 900,
    rate: 0.4,
  },
];

/** Fills an empty hosted server, whose plan keeps telemetry; a token is the author of the gates. */
export async function createLifelikeData(server: UiServer, token?: string): Promise<void> {
  for (const { key, gates } of lifelikeFeatures) {
    await server.api("POST", "/features", { name: key }, token);
    for (const [path, body] of gates) {
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
