import type { Services } from "../../services/services.ts";
import type { Telemetry } from "../../telemetry/telemetry.ts";
import type { Access } from "../access/access.ts";
import type { DocumentedDeployment } from "../errors/operation-docs.ts";
import type { ServerFacts } from "./server-facts.ts";

/** What Gatehouse's own routes work with (docs/api.md#own-routes). */
export interface GatehouseOptions {
  readonly services: Services;
  readonly access: Access;
  /** Whether feature objects have an `expression` gate, and changes may set it. */
  readonly showsExpressions: boolean;
  /** The groups that the host registered; undefined in the hosted deployment. */
  readonly hostGroups: ReadonlySet<string> | undefined;
  /** Undefined without telemetry. */
  readonly telemetry: Telemetry | undefined;
  readonly server: ServerFacts;
  /** Whether callers have the data directory, so that they may see the whole project. */
  readonly isAdministrator: boolean;
  /** 50 MiB unless given. */
  readonly importBytesMax: number | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly documented: DocumentedDeployment;
}
