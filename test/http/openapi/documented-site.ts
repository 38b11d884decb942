import { expect } from "bun:test";
import { RequestTrace } from "../../../src/http/routing/request-trace.ts";
import { createSiteRouter } from "../../../src/server/site-router.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { deployMountable } from "../../helpers/deploy.ts";
import { isObject, type Operation, operationsOf } from "./openapi-problems.ts";
import { satisfies } from "./satisfies.ts";

export const prefix = "/flipper/api";

/** The routes of the executable in mountable mode, with their OpenAPI document. */
export interface DocumentedSite {
  readonly document: unknown;
  readonly operations: readonly Operation[];
  /** The routes of the API's router, as `METHOD /path`. */
  readonly routes: readonly string[];
  send(method: string, path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

export async function startDocumentedSite(): Promise<DocumentedSite> {
  const onFault = (error: unknown) => {
    throw error;
  };
  const docsUrl = "/swagger";
  const deployment = deployMountable({
    opened: await openSqliteStorage(":memory:"),
    mountPath: prefix,
    groups: new Set(["admins"]),
    checkInputs: {
      isInGroup: () => false,
      now: Date.now,
      random: Math.random,
      crc32: Bun.hash.crc32,
    },
    credentials: undefined,
    docsUrl,
    pollIntervalSeconds: undefined,
    onFault,
  });
  await deployment.ready;
  const { api } = deployment;
  const context = { docsUrl, onFault, trace: new RequestTrace() };
  const site = createSiteRouter({ context, apis: [api], basePath: "", version: "0.0.0" });
  const send = async (method: string, path: string, init: RequestInit = {}) =>
    site.fetch(new Request(`http://localhost${path}`, { ...init, method }));
  const document: unknown = await (await send("GET", "/swagger/json")).json();
  return {
    document,
    operations: operationsOf(isObject(document) ? document.paths : {}),
    routes: api.app.routes.map(
      ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`,
    ),
    send,
    close: () => deployment.close(),
  };
}

/** Returns the documentation of a status of `METHOD /path`; undefined if there is none. */
export function responseOf(site: DocumentedSite, name: string, status: number): unknown {
  const found = site.operations.find(({ method, path }) => `${method} ${path}` === name);
  const responses = found?.operation.responses;
  return isObject(responses) ? responses[String(status)] : undefined;
}

/** Expects the status to be documented, and the answer to match its schema. */
export function expectDocumented(
  site: DocumentedSite,
  name: string,
  status: number,
  answer: unknown,
): void {
  const response = responseOf(site, name, status);
  if (!isObject(response)) {
    throw new Error(`${name} is not documented to answer ${status}`);
  }
  const { content } = response;
  if (answer === undefined) {
    expect(content).toBeUndefined();
    return;
  }
  const media = isObject(content) ? content["application/json"] : undefined;
  const schema = isObject(media) ? media.schema : undefined;
  expect({ name, answer, satisfies: satisfies(schema, answer) }).toEqual({
    name,
    answer,
    satisfies: true,
  });
}
