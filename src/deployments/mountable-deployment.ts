import type { AnyElysia } from "elysia";
import { type Credentials, mountableAccess } from "../access/mountable-access.ts";
import { actorController } from "../features/actor-controller.ts";
import { featureController } from "../features/feature-controller.ts";
import { FeatureService } from "../features/feature-service.ts";
import { gateController } from "../features/gate-controller.ts";
import { registeredGroups } from "../features/group-policy.ts";
import { importController } from "../features/import-controller.ts";
import { firstStart } from "../projects/first-start.ts";
import { Snapshots } from "../snapshots/snapshots.ts";
import type { OpenedStorage } from "../storage/storage.ts";
import type { Surroundings } from "../toggles/check.ts";
import { Writer } from "../writer/writer.ts";
import { type Api, createApi } from "./api.ts";

export interface MountableDeploymentOptions {
  readonly opened: OpenedStorage;
  readonly mountPath: string;
  /** The groups that may be enabled, by name. */
  readonly groups: ReadonlySet<string>;
  readonly surroundings: Omit<Surroundings, "find">;
  readonly credentials: Credentials | undefined;
  readonly docsUrl: string;
  readonly pollIntervalSeconds: number | undefined;
  /** Told of faults of ours, with the id the client was given, and of failed commits, without. */
  readonly onFault: (error: unknown, requestId?: string) => void;
  /** Routes that stand beside the API's own, under the same prefix. */
  readonly companions?: readonly AnyElysia[];
}

export interface MountableDeployment {
  readonly api: Api;
  readonly service: FeatureService;
  readonly writer: Writer;
  /** Resolves when a new data directory is set up; rejects if it cannot be. */
  readonly ready: Promise<void>;
  /** Answers what was accepted, then lets the storage go. */
  close(): Promise<void>;
}

/** SPEC.md's deployment (a): the API under a path prefix, without what is hosted only. */
export function deployMountable(options: MountableDeploymentOptions): MountableDeployment {
  const { opened, onFault } = options;
  const writer = new Writer({
    storage: opened.storage,
    state: opened.state,
    now: options.surroundings.now,
    onFailure: (error) => onFault(error),
  });
  const service = new FeatureService({
    writer,
    snapshots: new Snapshots(),
    groupPolicy: registeredGroups(options.groups),
    surroundings: options.surroundings,
  });
  const access = mountableAccess(() => writer.state, options.credentials);
  const common = { service, access, showsExpressions: false };
  const api = createApi({
    prefix: options.mountPath,
    docsUrl: options.docsUrl,
    onFault,
    guard: (request) => void access.reader(request),
    controllers: [
      featureController({ ...common, pollIntervalSeconds: options.pollIntervalSeconds }),
      gateController(common),
      actorController(common),
      importController(common),
      ...(options.companions ?? []),
    ],
  });
  return {
    api,
    service,
    writer,
    ready: writer.submit(firstStart),
    async close() {
      await writer.close();
      await opened.storage.close();
    },
  };
}
