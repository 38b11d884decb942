import { AuditListModel } from "../../src/api/flipper/audits/audit-model.ts";
import { CreatedEnvironmentModel } from "../../src/api/flipper/environments/environment-model.ts";
import { FeatureModel } from "../../src/api/flipper/features/feature-model.ts";
import type { Answer } from "./answer.ts";
import { ApiClient, type Encoding, jsonType } from "./api-client.ts";
import { modelled } from "./modelled.ts";
import type { Service } from "./service.ts";

export const tokenHeader = "flipper-cloud-token";

/** An `ApiClient` that sends a token and also has the routes of the hosted deployment only. */
export class HostedClient extends ApiClient {
  readonly token: string | null;
  readonly #service: () => Service;

  /** A `token` of null sends none. */
  constructor(service: () => Service, token: string | null, encoding: Encoding = "json") {
    super(() => withToken(service(), token), encoding);
    this.token = token;
    this.#service = service;
  }

  /** Returns a client of the same service with another token. */
  as(token: string | null): HostedClient {
    return new HostedClient(this.#service, token);
  }

  readonly expression = {
    set: (name: string, document: unknown) =>
      this.call("POST", `/features/${encodeURIComponent(name)}/expression`, {
        body: typeof document === "string" ? document : JSON.stringify(document),
        headers: jsonType,
        model: FeatureModel,
      }),
    clear: (name: string, body?: string) =>
      this.call("DELETE", `/features/${encodeURIComponent(name)}/expression`, {
        ...(body === undefined ? {} : { body, headers: jsonType }),
        model: FeatureModel,
      }),
  };

  readonly environments = {
    create: (name: string) =>
      this.call("POST", "/environments", { parameters: { name }, model: CreatedEnvironmentModel }),
    delete: (id: number | string) => this.call("DELETE", `/environments/${id}`),
  };

  readonly audits = {
    list: (query?: string) => this.call("GET", "/audits", { query, model: AuditListModel }),
  };
}

/** Returns the body of a successful POST /environments. Throws for any other answer. */
export function created([response, body, text]: Answer): CreatedEnvironmentModel {
  if (response.status !== 200 && response.status !== 201) {
    throw new Error(`no environment was created: ${response.status} ${text}`);
  }
  return modelled(CreatedEnvironmentModel, body);
}

/** Returns the body of a successful GET /audits. Throws for any other answer. */
export function audited([, body]: Answer): AuditListModel {
  return modelled(AuditListModel, body);
}

function withToken(service: Service, token: string | null): Service {
  return {
    send(path, init = {}) {
      const headers = new Headers(init.headers);
      if (token !== null) {
        headers.set(tokenHeader, token);
      }
      return service.send(path, { ...init, headers });
    },
    stop: () => service.stop(),
  };
}
