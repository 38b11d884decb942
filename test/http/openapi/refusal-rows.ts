import type { DocumentedRefusal } from "../../../src/api/common/errors/documented-refusals.ts";
import { errorResponse } from "../../../src/api/common/errors/error-response.ts";
import { exampleOutcomes } from "../../../src/api/flipper/outcomes/outcome-model.ts";
import { exampleSubmission } from "../../../src/api/flipper/telemetry/telemetry-examples.ts";
import { GatehouseError, type Refusal } from "../../../src/core/errors.ts";
import { createErrorHandler } from "../../../src/http/routing/error-handler.ts";
import { type MountableOptions, mountable } from "../../../src/index.ts";
import { AllowedOrigins } from "../../../src/server/allowed-origins.ts";
import { refuseCrossSiteWrites } from "../../../src/server/refuse-cross-site-writes.ts";
import { samplePolicy } from "../../contract/governance-examples.ts";
import { retiredKey } from "../../contract/sample-entities.ts";
import { jsonType } from "../../helpers/api-client.ts";
import {
  addMember,
  leaveOrganization,
  leaveProject,
  removeGroup,
  setPlan,
} from "../../helpers/hosted-administration.ts";
import { created, type HostedClient } from "../../helpers/hosted-client.ts";
import { startHosted } from "../../helpers/hosted-server.ts";
import { Upload } from "../../helpers/upload.ts";
import type { PipelineServer } from "../../server/pipeline-server.ts";

interface RefusalRow {
  /** Flags of the server. */
  readonly flags?: readonly string[];
  readonly cause: (server: PipelineServer) => Promise<Response>;
}

async function sent(client: HostedClient, method: string, path: string, body?: unknown) {
  const init = body === undefined ? {} : { body: JSON.stringify(body), headers: jsonType };
  return client.send(path, { method, ...init });
}

const refuser = createErrorHandler({
  context: { docsUrl: "/swagger", onFault: () => undefined },
  writeRefusal: errorResponse,
  guard: () => undefined,
  routes: () => [],
});

const managed =
  (method: string, path: string, body?: unknown): RefusalRow["cause"] =>
  ({ manager }) =>
    sent(manager, method, path, body);

/** Sends a request with another token than the manager's. */
const withToken =
  (
    token: Parameters<PipelineServer["hosted"]["newToken"]>[0],
    method: string,
    path: string,
    body?: unknown,
  ) =>
  async ({ manager, hosted }: PipelineServer) =>
    sent(manager.as(await hosted.newToken(token)), method, path, body);

/** Sends a request by a member who has left. */
const withoutMember =
  (leave: typeof leaveOrganization): RefusalRow["cause"] =>
  async ({ manager, hosted }) => {
    const ownerId = await addMember(hosted, "Ann");
    const token = await hosted.newToken({ managesEnvironments: true, ownerId });
    await leave(hosted, ownerId);
    return sent(manager.as(token), "POST", "/environments", { name: "Mine" });
  };

/** Sends a request to a mountable API of the library. */
async function ofLibrary(
  options: Partial<MountableOptions>,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const api = mountable({ data: ":memory:", docsUrl: "/swagger", ...options });
  const answer = await api.handle(new Request(`http://localhost/flipper/api${path}`, init));
  await api.close();
  return answer;
}

/** Sends a request to a server that has telemetry. */
const withTelemetry =
  (method: string, path: string, body?: unknown): RefusalRow["cause"] =>
  async () => {
    const server = await startHosted({ hasTelemetry: true });
    const answer = await sent(server.manager, method, path, body);
    await server.stop();
    return answer;
  };

const formType = { "content-type": "application/x-www-form-urlencoded" };
const named = { name: "feature/checkout" };

/** A request for every refusal whose example can be compared, by its name. */
export const refusalRows: Partial<Record<DocumentedRefusal, RefusalRow>> = {
  feature_not_found: { cause: managed("GET", "/features/unknown") },
  percentage_invalid: { cause: managed("POST", "/features/a/percentage_of_time", {}) },
  flipper_id_missing: { cause: managed("POST", "/features/a/actors", {}) },
  feature_name_missing: { cause: managed("POST", "/features", {}) },
  expression_invalid: { cause: managed("POST", "/features/a/expression", { Any: [] }) },
  request_invalid: { cause: managed("POST", "/features", []) },
  parameter_invalid: { cause: managed("GET", "/audits?page=0") },
  import_invalid: { cause: managed("POST", "/import", {}) },
  quota_exceeded: {
    async cause({ manager }) {
      const names = Array.from({ length: 100_000 }, (_, index) => [`feature-${index}`, {}]);
      await sent(manager, "POST", "/import", { features: Object.fromEntries(names) });
      return sent(manager, "POST", "/features", { name: "dark_mode" });
    },
  },
  group_not_registered: {
    cause: () => ofLibrary({}, "/features/a/groups", { method: "POST", body: "name=a" }),
  },
  too_many_groups: {
    async cause({ manager, hosted }) {
      const groups = Array.from({ length: 1_000 }, (_, index) => `group-${index}`);
      await sent(manager, "POST", "/import", { features: { a: { groups } } });
      await removeGroup(hosted, "group-0");
      return sent(manager, "POST", "/features/a/groups", { name: "staff" });
    },
  },
  too_many_names: {
    cause: managed("GET", `/features?keys=${Array.from({ length: 10_001 }, (_, n) => n).join()}`),
  },
  check_too_large: {
    cause: managed("POST", "/actors", {
      actors: Array.from({ length: 1_000 }, (_, n) => ({ flipper_id: String(n) })),
      keys: Array.from({ length: 200 }, (_, n) => String(n)),
    }),
  },
  days_invalid: { cause: withTelemetry("GET", "/telemetry/summary?days=0") },
  submission_invalid: {
    cause: withTelemetry("POST", "/telemetry", {
      ...exampleSubmission,
      enabled_metrics: [{ key: "search", time: 1_768_469_400, result: true, value: -1 }],
    }),
  },
  outcomes_invalid: {
    cause: withTelemetry("POST", "/gatehouse/outcomes", {
      ...exampleOutcomes,
      outcomes: exampleOutcomes.outcomes.map((outcome) => ({ ...outcome, errors: -1 })),
    }),
  },
  submission_too_large: {
    cause: withTelemetry("POST", "/telemetry", { text: "x".repeat(1024 * 1024) }),
  },
  library_host_not_allowed: {
    cause: () =>
      ofLibrary({ allowedHosts: ["toggles.example"] }, "/features", {
        headers: { host: "other.example" },
      }),
  },
  token_invalid: { cause: ({ manager }) => sent(manager.as("none"), "GET", "/features") },
  token_read_only: {
    cause: withToken({ access: "read_only" }, "POST", "/features", { name: "a" }),
  },
  change_request_required: {
    async cause({ manager, hosted: { deployment, production } }) {
      await sent(manager, "POST", "/features", { name: "search" });
      const policy = samplePolicy(production.id);
      await deployment.writer.submit((draft) => draft.record({ kind: "policy.saved", policy }));
      return sent(manager, "POST", "/features/search/boolean");
    },
  },
  token_evaluate_only: { cause: withToken({ access: "evaluate" }, "GET", "/features") },
  production_token_required: {
    async cause({ manager }) {
      const { token } = created(await manager.environments.create("Mine"));
      return sent(manager.as(token.value), "DELETE", "/features/a");
    },
  },
  preview_environment_management_token_required: {
    cause: withToken({}, "POST", "/environments", named),
  },
  organization_membership: { cause: withoutMember(leaveOrganization) },
  project_membership: { cause: withoutMember(leaveProject) },
  not_environment_creator: {
    async cause({ manager, hosted }) {
      const { environment } = created(await manager.environments.create("Mine"));
      return sent(manager.as(await hosted.newToken()), "DELETE", `/environments/${environment.id}`);
    },
  },
  environment_name_taken: {
    async cause({ manager, hosted }) {
      created(await manager.environments.create(named.name));
      const other = await hosted.newToken({ managesEnvironments: true });
      return sent(manager.as(other), "POST", "/environments", named);
    },
  },
  environment_name_missing: { cause: managed("POST", "/environments", {}) },
  environment_name_invalid: { cause: managed("POST", "/environments", { name: "new" }) },
  environment_id_required: { cause: managed("DELETE", "/environments/none") },
  token_limit: {
    async cause({ manager, hosted }) {
      await setPlan(hosted, "self_hosted", { tokensPerEnvironmentMax: 1 });
      created(await manager.environments.create(named.name));
      return sent(manager, "POST", "/environments", named);
    },
  },
  custom_environments_limit: {
    async cause({ manager, hosted }) {
      await setPlan(hosted, "self_hosted", { customEnvironmentsMax: 0 });
      return sent(manager, "POST", "/environments", named);
    },
  },
  credentials_invalid: {
    cause: () => ofLibrary({ basicAuth: { user: "me", password: "secret" } }, "/features"),
  },
  body_too_large: {
    cause: ({ manager }) =>
      manager.send("/features", {
        method: "POST",
        body: "name=a",
        headers: { "content-length": String(1024 * 1024 + 1) },
      }),
  },
  media_type_unsupported: {
    cause: ({ manager }) =>
      manager.send("/features", {
        method: "POST",
        body: "a",
        headers: { "content-type": "text/plain" },
      }),
  },
  json_required: {
    cause: ({ manager }) =>
      manager.send("/features/a/expression", { method: "POST", body: "a", headers: formType }),
  },
  uri_too_long: { cause: managed("GET", `/features?keys=${"x".repeat(131_072)}`) },
  headers_too_large: {
    cause: ({ manager }) => manager.send("/features", { headers: { x: "x".repeat(131_072) } }),
  },
  rate_limited: {
    flags: ["--rate-limit-token", "1:1"],
    async cause({ manager }) {
      await manager.features.list();
      return sent(manager, "GET", "/features");
    },
  },
  host_not_allowed: {
    flags: ["--allowed-host", "toggles.example"],
    cause: ({ manager }) => manager.send("/features", { headers: { host: "other.example" } }),
  },
  origin_not_allowed: {
    async cause() {
      const fetch = refuseCrossSiteWrites({
        fetch: () => new Response("done"),
        refuse: refuser,
        origins: new AllowedOrigins([]),
      });
      const headers = { origin: "https://evil.example" };
      const request = new Request("http://localhost/features", { method: "POST", headers });
      return fetch(request, { requestIP: () => null });
    },
  },
  unavailable: {
    async cause({ manager }) {
      const upload = new Upload(manager);
      await upload.send("{");
      const answer = await sent(manager, "POST", "/import", { features: {} });
      await upload.send('"features":{}}');
      await upload.end();
      return answer;
    },
  },
  internal: {
    cause: async () => refuser(new Error("a fault"), new Request("http://localhost/features")),
  },
  feature_retired: {
    async cause({ manager, hosted: { deployment, production } }) {
      const retired = retiredKey("search", { projectId: production.projectId });
      await deployment.writer.submit((draft) => draft.record({ kind: "key.retired", retired }));
      return sent(manager, "POST", "/features/search/boolean");
    },
  },
  // Their requests take seconds or telemetry; the server refuses them with these errors.
  request_timeout: thrown("request_timeout"),
  plan_upgrade_required: thrown("plan_upgrade_required"),
};

function thrown(refusal: Refusal): RefusalRow {
  return {
    cause: async () =>
      refuser(new GatehouseError(refusal), new Request("http://localhost/features")),
  };
}
