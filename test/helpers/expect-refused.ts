import { expect } from "bun:test";
import { ErrorModel } from "../../src/flipper-api/errors/error-model.ts";
import { type Answer, modelled } from "./answer.ts";
import type { ApiClient } from "./api-client.ts";

export interface Refused {
  readonly status: number;
  readonly code: number | string;
  /** Given where a document promises the very words. */
  readonly message?: string;
}

/** Everything that clients can see of the features, and the version that counts their changes. */
export async function everything(api: ApiClient) {
  const [response, , text] = await api.features.list();
  expect(response.status).toBe(200);
  return { text, version: response.headers.get("flipper-sync-version") };
}

/** The call is refused as told, and has changed nothing: no gate, no feature, no version. */
export async function expectRefused(
  api: ApiClient,
  refused: Refused,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const before = await everything(api);
  const answer = await call();
  const [response, body] = answer;
  if (response.status < 400) {
    throw new Error(`expected ${refused.status}, got ${response.status}: ${answer[2]}`);
  }
  const { code, message } = modelled(ErrorModel, body);
  const said = refused.message === undefined ? {} : { message };
  expect({ status: response.status, code, ...said }).toEqual(refused);
  expect(await everything(api)).toEqual(before);
  return answer;
}
