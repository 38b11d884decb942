import type { Static } from "@sinclair/typebox";
import type {
  ActivityList,
  DismissedKey,
  EvaluationSeries,
  InDays,
  OfKeys,
  Sparklines,
  TelemetryAnswer,
} from "./telemetry-models.ts";

export interface TelemetryRoutes {
  "GET /environments/:environment/activity": {
    query: Static<typeof InDays>;
    answer: Static<typeof ActivityList>;
  };
  "GET /environments/:environment/telemetry": {
    query: Static<typeof InDays>;
    answer: Static<typeof TelemetryAnswer>;
  };
  "DELETE /environments/:environment/unknown-keys/:key": { answer: Static<typeof DismissedKey> };
  "GET /environments/:environment/features/:key/evaluations": {
    query: Static<typeof InDays>;
    answer: EvaluationSeries;
  };
  "GET /environments/:environment/sparklines": {
    query: Static<typeof OfKeys>;
    answer: Static<typeof Sparklines>;
  };
}
