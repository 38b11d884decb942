import { type Api, createApi } from "../http/routing/api.ts";
import type { ApiContext } from "../http/routing/api-context.ts";
import { registeredGroups } from "../services/registered-groups.ts";
import type { Services } from "../services/services.ts";
import type { EventStreams } from "../stream/event-streams.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { administratorAccess } from "./access/administrator-access.ts";
import { auditController } from "./audits/audit-controller.ts";
import { changeStreamController } from "./changes/change-stream-controller.ts";
import type { DocumentedDeployment } from "./errors/operation-docs.ts";
import { featureControllers } from "./feature-controllers.ts";
import { featurePaths } from "./feature-paths.ts";
import { expressionController } from "./features/expression-controller.ts";
import { mountableImportPaths } from "./features/import-paths.ts";
import { refusalsWithImports } from "./features/import-refusals.ts";
import { isRegisteredOrEnabled } from "./features/known-groups.ts";
import { telemetryController } from "./telemetry/telemetry-controller.ts";

export interface AdministratorApiOptions {
  readonly context: ApiContext;
  readonly services: Services;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Undefined for an API without telemetry routes. */
  readonly telemetry: Telemetry | undefined;
  /** Undefined for an API without a stream: no changes come to a process that answers one request. */
  readonly streams?: EventStreams | undefined;
  /** The groups that a mountable server registered; undefined in the hosted deployment. */
  readonly hostGroups: ReadonlySet<string> | undefined;
  /** 50 MiB unless given. */
  readonly importBytesMax?: number | undefined;
}

/** The path of the administrator's API on the administration socket. */
export const administratorPrefix = "/api";

/** This API is not in the OpenAPI document: it can only be reached with the data directory. */
const documented: DocumentedDeployment = {
  isHosted: true,
  refusals: [],
  writeRefusals: [],
  bodyRefusals: [],
};

/**
 * The API of an administrator, who has the data directory (docs/operations.md#data-directory): the
 * routes of the hosted API for every environment, without tokens, for hosted and mountable data.
 */
export function administratorApi(options: AdministratorApiOptions): Api {
  const { context, services, now, telemetry, streams, hostGroups } = options;
  const { writer, features } = services;
  const state = () => writer.state;
  const access = administratorAccess(state);
  return createApi({
    prefix: administratorPrefix,
    context,
    namePrefixes: featurePaths,
    writeRefusal: refusalsWithImports(
      mountableImportPaths.map((path) => administratorPrefix + path),
    ),
    guard: (request) => void access.reader(request),
    controllers: [
      ...featureControllers({
        service: features,
        access,
        isGroup:
          hostGroups === undefined
            ? ({ environment }, _snapshot, name) =>
                registeredGroups(state(), environment.projectId, undefined).has(name)
            : isRegisteredOrEnabled(hostGroups),
        showsExpressions: true,
        pollIntervalSeconds: undefined,
        importPlace: services.importPlace,
        importPaths: mountableImportPaths,
        importBytesMax: options.importBytesMax,
        documented,
      }),
      expressionController({ service: features, access, documented }),
      auditController({
        service: services.audits,
        access,
        isFeature: (caller, key) => features.snapshot(caller).find(key) !== undefined,
        documented,
      }),
      ...(streams === undefined ? [] : [changeStreamController({ streams, access, documented })]),
      ...(telemetry === undefined
        ? []
        : [
            telemetryController({
              telemetry,
              access,
              state,
              snapshot: (caller) => features.snapshot(caller),
              now,
              telemetryIntervalSeconds: undefined,
              documented,
            }),
          ]),
    ],
  });
}
