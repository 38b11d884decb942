import type { SubmissionModel, SummaryModel } from "./telemetry-model.ts";

export const exampleSubmission: SubmissionModel = {
  request_id: "1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b",
  enabled_metrics: [
    { key: "search", time: 1_768_469_400, result: true, value: 3 },
    { key: "search", time: 1_768_469_400, result: false, value: 1 },
  ],
};

const counts = { total: 4, enabled: 3, disabled: 1 };
const none = { total: 0, enabled: 0, disabled: 0 };
const owner = { id: 1, name: "Owner", email: "owner@localhost" };

/** The summary after `exampleSubmission`. */
export const exampleSummary: SummaryModel = {
  days: 2,
  resolution: "day",
  features: [
    {
      key: "search",
      description: null,
      longevity: null,
      tags: [],
      creator: owner,
      owner: null,
      created_at: "2026-01-15T09:30:00.000Z",
      state: "conditional",
      gates_summary: {
        boolean: false,
        actors: 1,
        groups: 1,
        percentage_of_actors: 25,
        percentage_of_time: 0,
        expression: false,
      },
      summary: { ...counts, enabled_rate: 0.75 },
      time_series: [
        { timestamp: "2026-01-14T00:00:00.000Z", ...none },
        { timestamp: "2026-01-15T00:00:00.000Z", ...counts },
      ],
    },
  ],
};
