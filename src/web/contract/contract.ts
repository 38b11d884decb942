import type { AccountRoutes } from "./account-routes.ts";
import type { AuditRoutes } from "./audit-routes.ts";
import type { ChangeRoutes } from "./change-models.ts";
import type { EnvironmentRoutes } from "./environment-routes.ts";
import type { FeatureRoutes } from "./feature-routes.ts";
import type { PersonalTokenRoutes } from "./personal-token-models.ts";
import type { SettingRoutes } from "./setting-routes.ts";
import type { TelemetryRoutes } from "./telemetry-routes.ts";
import type { WebhookRoutes } from "./webhook-routes.ts";

/**
 * Every route of the UI's own API, below `admin/v1`: what it takes and what it answers. The browser's
 * `call` and the server's handlers are both typed by it, so neither can miss a route or a parameter.
 * A name in `:name` is a parameter of the path, encoded as one segment.
 */
export type Contract = AccountRoutes &
  FeatureRoutes &
  ChangeRoutes &
  EnvironmentRoutes &
  AuditRoutes &
  PersonalTokenRoutes &
  TelemetryRoutes &
  SettingRoutes &
  WebhookRoutes;

export type RouteName = keyof Contract;

/** The names of the parameters in a route's path. */
export type PathParameter<Route extends string> =
  Route extends `${string}:${infer Name}/${infer Rest}`
    ? Name | PathParameter<`/${Rest}`>
    : Route extends `${string}:${infer Name}`
      ? Name
      : never;

/** The body of every refusal, with a status of 400 or more. */
export interface AdminError {
  /** A stable word, such as `gate_changed` or `sign_in_failed`. */
  readonly code: string;
  /** One sentence that says what to do. */
  readonly message: string;
  /** The invalid part of the input: a path such as `All[1].Equal[0]`, or the name of a field. */
  readonly place?: string;
  /** The seconds after which the request may be sent again. */
  readonly retry_after?: number;
  /** A link to the documentation, a URL or a path. */
  readonly more_info: string;
}
