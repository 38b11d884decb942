import { expect } from "bun:test";
import { RequestTrace } from "../../../src/http/routing/request-trace.ts";
import { createSiteRouter } from "../../../src/server/site-router.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { deployMountable } from "../../helpers/deploy.ts";
import { startHosted } from "../../helpers/hosted-server.ts";
import { dereferenced } from "./dereferenced.ts";
import { isObject, type Operation, operationsOf } from "./openapi-problems.ts";
import { satisfies } from "./satisfies.ts";

export type DocumentedMode = "hosted" | "mountable";
export const documentedModes = ["hosted", "mountable"] as const satisfies DocumentedMode[];

/** The moment at which all examples of the document were made. */
export const exampleTime = Date.parse("2026-01-15T09:30:00.000Z");

/** The routes of the executable in one mode, with their OpenAPI document. */
export interface DocumentedSite {
  /** The document as it is served. */
  readonly document: unknown;
  /** The operations, without references. */
  readonly operations: readonly Operation[];
  /** The path below which the API is. */
  readonly prefix: string;
  /** The routes of the API's router below the prefix, as `METHOD /path`. */
  readonly routes: readonly string[];
  /** A token that has all permissions, in the hosted mode. */
  readonly token: string | undefined;
  /** Sends a request for a full path, with the token unless a header replaces it. */
  send(method: string, path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

type Documentation = Pick<DocumentedSite, "document" | "operations">;

/** Every site of a mode serves the same document, so one of them is read. */
const documentations = new Map<DocumentedMode, Documentation>();

function readDocumentation(document: unknown): Documentation {
  const whole = dereferenced(document);
  return { document, operations: operationsOf(isObject(whole) ? whole.paths : {}) };
}

export async function startDocumentedSite(mode: DocumentedMode): Promise<DocumentedSite> {
  const onFault = (error: unknown) => {
    throw error;
  };
  const docsUrl = "/swagger";
  const { api, token, close } = mode === "hosted" ? await hosted() : await mountable(docsUrl);
  const context = { docsUrl, onFault, trace: new RequestTrace() };
  const site = createSiteRouter({ context, apis: [api], basePath: "", version: "0.0.0" });
  const send = async (method: string, path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (token !== undefined && !headers.has("flipper-cloud-token")) {
      headers.set("flipper-cloud-token", token);
    }
    const request = new Request(`http://localhost${path}`, { ...init, method, headers });
    return site.fetch(request, { requestIP: () => null });
  };
  let documentation = documentations.get(mode);
  if (documentation === undefined) {
    documentation = readDocumentation(await (await send("GET", "/swagger/json")).json());
    documentations.set(mode, documentation);
  }
  return {
    ...documentation,
    prefix: api.prefix,
    routes: api.app.routes.map(
      ({ method, path }) =>
        `${method} ${path.slice(api.prefix.length).replaceAll(/:(\w+)/g, "{$1}")}`,
    ),
    token,
    send,
    close,
  };
}

async function hosted() {
  const server = await startHosted({ hasTelemetry: true, now: () => exampleTime });
  const { api } = server.deployment;
  return { api, token: server.managerToken, close: () => server.stop() };
}

async function mountable(docsUrl: string) {
  const deployment = deployMountable({
    opened: await openSqliteStorage(":memory:"),
    mountPath: "/flipper/api",
    groups: new Set(["admins", "early_access", "staff"]),
    checkInputs: {
      isInGroup: () => false,
      now: () => exampleTime,
      random: Math.random,
      crc32: Bun.hash.crc32,
    },
    credentials: undefined,
    docsUrl,
    pollIntervalSeconds: undefined,
    onFault: (error: unknown) => {
      throw error;
    },
  });
  await deployment.ready;
  return { api: deployment.api, token: undefined, close: () => deployment.close() };
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
    // A stream of events has a content, of which there is no model.
    expect(isObject(content) ? Object.keys(content) : []).toEqual(
      status === 200 && name.endsWith("/stream") ? ["text/event-stream"] : [],
    );
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
