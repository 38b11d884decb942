import { GatehouseError } from "../../core/errors.ts";
import type { RecordedAudit } from "../../core/model/audit.ts";
import type { Caller } from "../../core/model/caller.ts";
import { limitsOf } from "../../core/model/plan.ts";
import { organizationOf } from "../../core/model/project-organization.ts";
import { type AuditQuery, StorageError, type StorageReads } from "../../storage/storage.ts";
import type { Writer } from "../writer/writer.ts";
import { startedAfterYield } from "./audit-pages.ts";

export interface AuditPageRequest {
  /** Counts from 1, the page with the latest audits. */
  readonly page: number;
  /** 1 to 250. */
  readonly perPage: number;
  /** Audits of these features only; null for all features. */
  readonly keys: readonly string[] | null;
}

export interface AuditPage extends AuditPageRequest {
  readonly audits: readonly RecordedAudit[];
  readonly hasNext: boolean;
  /** How many of the latest audits the plan shows; null for all. */
  readonly eventsMax: number | null;
}

export interface AuditServiceOptions {
  readonly reads: StorageReads;
  readonly writer: Writer;
  /** Called with the error of a failed read; its request is refused with `unavailable`. */
  readonly onFault: (error: unknown) => void;
}

/** Reads the audits of an environment, latest first (docs/api.md#audits). */
export class AuditService {
  readonly #options: AuditServiceOptions;

  constructor(options: AuditServiceOptions) {
    this.#options = options;
  }

  /** Rejects with `unavailable` if the storage cannot be read. */
  async page({ environment }: Caller, request: AuditPageRequest): Promise<AuditPage> {
    const { state } = this.#options.writer;
    const { plan, planOverrides } = organizationOf(state, environment.projectId);
    const { auditEventsMax: eventsMax } = limitsOf(plan, planOverrides);
    const query = {
      environmentId: environment.id,
      keys: request.keys,
      latestMax: eventsMax,
      offset: (request.page - 1) * request.perPage,
      limit: request.perPage + 1,
    };
    const found = await startedAfterYield(() => this.#read(query));
    return {
      ...request,
      audits: found.slice(0, request.perPage),
      hasNext: found.length > request.perPage,
      eventsMax,
    };
  }

  async #read(query: AuditQuery): Promise<readonly RecordedAudit[]> {
    try {
      return await this.#options.reads.audits(query);
    } catch (error) {
      if (!(error instanceof StorageError)) {
        throw error;
      }
      this.#options.onFault(error);
      throw new GatehouseError("unavailable", { cause: error });
    }
  }
}
