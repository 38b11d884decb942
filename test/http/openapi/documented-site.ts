import { expect } from "bun:test";
import { Trace } from "../../../src/http/routing/trace.ts";
import { createSite } from "../../../src/server/site.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { deployMountable } from "../../helpers/deploy.ts";
import { isObject, type Operation, operationsOf } from "./openapi-problems.ts";
import { satisfies } from "./satisfies.ts";

export const prefix = "/flipper/api";

/** What the executable serves in mountable mode, with the document it gives of itself. */
export interface DocumentedSite {
  readonly document: unknown;
  readonly operations: readonly Operation[];
  /** `METHOD /path`, as the API's own router has them. */
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
  const context = { docsUrl, onFault, trace: new Trace() };
  const site = createSite({ context, apis: [api], basePath: "", version: "0.0.0" });
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

/** What the document says of one status of `METHOD /path`; undefined if it says nothing. */
export function responseOf(site: DocumentedSite, name: string, status: number): unknown {
  const found = site.operations.find(({ method, path }) => `${method} ${path}` === name);
  const responses = found?.operation.responses;
  return isObject(responses) ? responses[String(status)] : undefined;
}

/** The document has the status, and the answer is as its schema says. */
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
