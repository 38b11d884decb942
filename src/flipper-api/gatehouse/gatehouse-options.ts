import type { Services } from "../../services/services.ts";
import type { Access } from "../access/access.ts";
import type { DocumentedDeployment } from "../errors/operation-docs.ts";

/** What Gatehouse's own routes work with (docs/api.md#own-routes). */
export interface GatehouseOptions {
  readonly services: Services;
  readonly access: Access;
  /** Whether feature objects have an `expression` gate, and changes may set it. */
  readonly showsExpressions: boolean;
  /** 50 MiB unless given. */
  readonly importBytesMax: number | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly documented: DocumentedDeployment;
}
