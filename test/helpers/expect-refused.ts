import { expect } from "bun:test";
import { type Answer, RefusalModel } from "./answer.ts";
import type { ApiClient } from "./api-client.ts";
import { modelled } from "./modelled.ts";

export interface Refused {
  readonly status: number;
  readonly code: number | string;
  /** Compared only if given. */
  readonly message?: string;
}

/** Returns the list of all features as text, and the version that rises with every change. */
export async function everything(api: ApiClient) {
  const [response, , text] = await api.features.list();
  expect(response.status).toBe(200);
  return { text, version: response.headers.get("flipper-sync-version") };
}

/** Expects the call to be refused as given, and to change no gate, no feature and no version. */
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
  const { code, message } = modelled(RefusalModel, body);
  const compared = refused.message === undefined ? {} : { message };
  expect<unknown>({ status: response.status, code, ...compared }).toEqual(refused);
  expect(await everything(api)).toEqual(before);
  return answer;
}
