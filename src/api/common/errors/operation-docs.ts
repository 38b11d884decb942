import type { DocumentDecoration } from "elysia";
import {
  documentedOperation,
  type OperationOptions,
} from "../../../http/openapi/documented-operation.ts";
import type { DocumentedRefusal } from "./documented-refusals.ts";
import { refusalResponses } from "./refusal-docs.ts";

/** What the documentation of all operations of an API depends on. */
export interface DocumentedDeployment {
  readonly isHosted: boolean;
  /**
   * The refusals of every operation, from the checks around it: credentials, and limits of a server.
   */
  readonly refusals: readonly DocumentedRefusal[];
  /** Further refusals of operations that change something. */
  readonly writeRefusals: readonly DocumentedRefusal[];
  /** Further refusals of operations that read a body. */
  readonly bodyRefusals: readonly DocumentedRefusal[];
}

export interface FlipperOperationOptions extends OperationOptions {
  /** The refusals of the operation, in addition to the refusals from the other options. */
  readonly refusals?: readonly DocumentedRefusal[];
  /** What the operation changes; nothing unless given. */
  readonly changes?: "features" | "environments";
  /** Whether the server reads a body, even an undocumented one. */
  readonly readsBody?: boolean;
  /** The refusal of a body that is too large; `body_too_large` unless given. */
  readonly tooLarge?: DocumentedRefusal;
  /** Whether its refusals have the form of import refusals. */
  readonly isImport?: boolean;
}

/** The refusals of every deployment that checks the limits of a request before routing. */
export const serverRefusals: readonly DocumentedRefusal[] = [
  "host_not_allowed",
  "uri_too_long",
  "rate_limited",
  "headers_too_large",
];

/** The refusals of health checks, which are answered for every host. */
export const healthRefusals: readonly DocumentedRefusal[] = serverRefusals.filter(
  (refusal) => refusal !== "host_not_allowed",
);

/** Returns the documentation of one operation of the Flipper API, with its error object. */
export function flipperOperation(
  deployment: DocumentedDeployment,
  options: FlipperOperationOptions,
): DocumentDecoration {
  const { changes } = options;
  const readsBody = options.readsBody ?? options.body !== undefined;
  const names = new Set<DocumentedRefusal>([
    "request_invalid",
    ...deployment.refusals,
    ...(changes === undefined ? [] : deployment.writeRefusals),
    ...(changes === "features" && deployment.isHosted
      ? (["token_read_only", "change_request_required"] as const)
      : []),
    ...(changes === undefined ? [] : (["unavailable"] as const)),
    ...(readsBody
      ? [
          options.tooLarge ?? "body_too_large",
          options.body?.isJsonOnly === true
            ? ("json_required" as const)
            : ("media_type_unsupported" as const),
        ]
      : []),
    ...(readsBody ? deployment.bodyRefusals : []),
    ...(options.refusals ?? []),
    "internal",
  ]);
  return documentedOperation(options, refusalResponses(names, options.isImport));
}
