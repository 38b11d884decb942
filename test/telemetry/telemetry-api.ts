import { expect } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Access } from "../../src/api/common/access/access.ts";
import { errorResponse } from "../../src/api/common/errors/error-response.ts";
import type { DocumentedDeployment } from "../../src/api/common/errors/operation-docs.ts";
import {
  refusalHeadersOn,
  telemetryHeaders,
} from "../../src/api/flipper/answers/interval-headers.ts";
import { featurePaths } from "../../src/api/flipper/feature-paths.ts";
import {
  outcomeController,
  watchedController,
} from "../../src/api/flipper/outcomes/outcome-controller.ts";
import { telemetryController } from "../../src/api/flipper/telemetry/telemetry-controller.ts";
import {
  type SubmissionModel,
  SummaryModel,
} from "../../src/api/flipper/telemetry/telemetry-model.ts";
import { EnvironmentSnapshots } from "../../src/app/snapshots/environment-snapshots.ts";
import { GatehouseError } from "../../src/core/errors.ts";
import { applyChange } from "../../src/core/model/apply-change.ts";
import type { Change } from "../../src/core/model/change.ts";
import type { State } from "../../src/core/model/state.ts";
import { createApi } from "../../src/http/routing/api.ts";
import { RequestTrace } from "../../src/http/routing/request-trace.ts";
import { startTelemetry, type Telemetry } from "../../src/telemetry/telemetry.ts";
import type { TelemetryOptions } from "../../src/telemetry/telemetry-options.ts";
import { token } from "../contract/sample-entities.ts";
import { readAnswer } from "../helpers/answer.ts";
import { modelled } from "../helpers/modelled.ts";
import { workerUrl } from "../helpers/worker-entries.ts";
import { spawnOnSameThread } from "./same-thread-worker.ts";
import { owner, production } from "./telemetry-state.ts";

const docsUrl = "/swagger";
const documented: DocumentedDeployment = {
  ...{ isHosted: true, refusals: [], writeRefusals: [], bodyRefusals: [] },
};

export interface TelemetryApiOptions {
  readonly state: State;
  readonly now: () => number;
  readonly telemetryIntervalSeconds?: number;
  /** Replaces the defaults: a worker on the same thread, and a database in memory. */
  readonly telemetry?: Partial<TelemetryOptions>;
}

/** The telemetry routes with the API's request handling; a token is an environment's id. */
export class TelemetryApi {
  readonly faults: readonly unknown[];
  readonly warnings: readonly string[];
  readonly telemetry: Telemetry;
  readonly fetch: (request: Request) => Response | Promise<Response>;
  #state: State;

  private constructor(
    options: TelemetryApiOptions,
    telemetry: Telemetry,
    faults: unknown[],
    warnings: readonly string[],
  ) {
    this.#state = options.state;
    this.telemetry = telemetry;
    this.faults = faults;
    this.warnings = warnings;
    const snapshots = new EnvironmentSnapshots();
    const reader = (request: Request) => this.#caller(request);
    const access: Access = {
      evaluator: reader,
      holder: refuseAll,
      stillAdmits: () => true,
      reader,
      writer: refuseAll,
      deleter: refuseAll,
    };
    this.fetch = createApi({
      prefix: "/adapter",
      context: { docsUrl, onFault: (error) => faults.push(error), trace: new RequestTrace() },
      namePrefixes: featurePaths,
      writeRefusal: errorResponse,
      refusalHeaders: refusalHeadersOn([
        {
          method: "POST",
          path: "/adapter/telemetry",
          headers: telemetryHeaders(options.telemetryIntervalSeconds),
        },
      ]),
      guard: (request) => void reader(request),
      controllers: [
        outcomeController({ telemetry, access, now: options.now, documented }),
        watchedController({ access, state: () => this.#state, documented }),
        telemetryController({
          telemetry,
          access,
          state: () => this.#state,
          snapshot: ({ environment }) => snapshots.of(this.#state, environment),
          now: options.now,
          telemetryIntervalSeconds: options.telemetryIntervalSeconds,
          documented,
        }),
      ],
    }).fetch;
  }

  static async start(options: TelemetryApiOptions): Promise<TelemetryApi> {
    const faults: unknown[] = [];
    const warnings: string[] = [];
    const telemetry = await startTelemetry({
      workerUrl,
      directory: ":memory:",
      spawn: spawnOnSameThread,
      onFault: (error) => faults.push(error),
      onWarning: (reason) => warnings.push(reason),
      ...options,
      ...options.telemetry,
    });
    return new TelemetryApi(options, telemetry, faults, warnings);
  }

  /** Closes telemetry; fails if any fault was reported. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.telemetry.close();
    expect(this.faults).toEqual([]);
  }

  commit(...changes: readonly Change[]): void {
    this.#state = changes.reduce(applyChange, this.#state);
    this.telemetry.applyCommit(changes, this.#state);
  }

  async send(path: string, init: RequestInit & { environment?: number } = {}): Promise<Response> {
    const { environment = production, headers, ...rest } = init;
    return this.fetch(
      new Request(`http://localhost/adapter${path}`, {
        ...rest,
        headers: { "flipper-cloud-token": String(environment), ...headers },
      }),
    );
  }

  submit(submission: SubmissionModel, environment = production): Promise<Response> {
    return this.send("/telemetry", {
      method: "POST",
      body: JSON.stringify(submission),
      environment,
      headers: { "content-type": "application/json" },
    });
  }

  /** Submits metrics; throws unless they are accepted. */
  async count(metrics: readonly SubmittedMetric[], environment = production): Promise<void> {
    await this.accepted(submissionOf(metrics), environment);
  }

  async accepted(submission: SubmissionModel, environment = production): Promise<void> {
    const response = await this.submit(submission, environment);
    const [, body] = await readAnswer(response, { method: "POST" });
    if (response.status !== 202 || JSON.stringify(body) !== "{}") {
      throw new Error(`a submission got the answer ${response.status} ${JSON.stringify(body)}`);
    }
  }

  async summary(query = "", environment = production): Promise<SummaryModel> {
    const response = await this.send(`/telemetry/summary${query}`, { environment });
    const [, body] = await readAnswer(response, { method: "GET", model: SummaryModel });
    return modelled(SummaryModel, body);
  }

  /** Enabled and disabled evaluations of each feature that has any, over the whole retention. */
  async totals(environment = production): Promise<Record<string, readonly [number, number]>> {
    const { features } = await this.summary("?days=1000", environment);
    const counted = features.filter(({ summary }) => summary.total > 0);
    return Object.fromEntries(
      counted.map(({ key, summary }) => [key, [summary.enabled, summary.disabled] as const]),
    );
  }

  #caller(request: Request) {
    const id = Number(request.headers.get("flipper-cloud-token") ?? Number.NaN);
    const environment = this.#state.environments.get(id);
    if (environment === undefined) {
      throw new GatehouseError("token_invalid");
    }
    const actor = { type: "User", id: String(owner.id) } as const;
    return { environment, actor, userId: owner.id, token: token(id, { environmentId: id }) };
  }
}

function refuseAll(): never {
  throw new GatehouseError("token_read_only");
}

export type SubmittedMetric = SubmissionModel["enabled_metrics"][number];

export function submissionOf(
  metrics: readonly SubmittedMetric[],
  requestId: string = crypto.randomUUID(),
): SubmissionModel {
  return { request_id: requestId, enabled_metrics: [...metrics] };
}

/** A directory that is removed when it is disposed. */
export function temporaryDirectory(): { readonly path: string; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(tmpdir(), "telemetry-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
