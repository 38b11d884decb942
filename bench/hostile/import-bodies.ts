import type { Gatehouse } from "../gatehouse.ts";
import { NotMeasurable } from "./attack.ts";
import { asJson, ask } from "./hostile-client.ts";
import { probedKey } from "./probe.ts";

/** Every import of the benchmark holds the feature that the probe reads. */
const probed = `"${probedKey}":{"boolean":"true"}`;

/** The JSON of an import; `features` are members such as `"a":{}`, `extra` such as `"b":1,`. */
export function importBody(features: readonly string[], extra = ""): Uint8Array<ArrayBuffer> {
  const members = [probed, ...features].join(",");
  return Uint8Array.from(Buffer.from(`{"version":1,${extra}"features":{${members}}}`));
}

/** A feature with `count` actors whose ids have `idLength` characters. */
export function featureOfActors(key: string, count: number, idLength = 10): string {
  const ids = Array.from({ length: count }, (_, index) => actorId(index, idLength));
  return `"${key}":{"actors":${JSON.stringify(ids)}}`;
}

export function actorId(index: number, idLength = 10): string {
  return `User;${String(index).padStart(idLength - 5, "0")}`;
}

/** A feature whose expression is `Any` of `count` operators. */
export function featureOfAny(
  key: string,
  count: number,
  operator: (index: number) => string,
): string {
  const list = Array.from({ length: count }, (_, index) => operator(index));
  return `"${key}":{"expression":{"Any":[${list.join(",")}]}}`;
}

/** A list with so many repetitions of an item that it has about so many bytes. */
export function listOf(item: string, bytes: number): string {
  const count = Math.max(1, Math.floor(bytes / (item.length + 1)));
  return `[${`${item},`.repeat(count - 1)}${item}]`;
}

export async function importInto(
  server: Gatehouse,
  body: Uint8Array<ArrayBuffer>,
  token?: string,
): Promise<number | null> {
  const request = { method: "POST", path: "/import", headers: asJson, body } as const;
  const { status } = await ask(server, token === undefined ? request : { ...request, token });
  return status;
}

export async function mustImport(server: Gatehouse, features: readonly string[]): Promise<void> {
  const status = await importInto(server, importBody(features));
  if (status !== 204) {
    throw new NotMeasurable(`preparing it: an import was answered ${status ?? "nothing"}`);
  }
}

/**
 * Imports as many features as the server accepts, of the numbers in `counts`, which fall. Gives
 * the number, with a note if it is not the first.
 */
export async function importLargest(
  server: Gatehouse,
  counts: readonly number[],
  features: (count: number) => readonly string[],
): Promise<{ readonly count: number; readonly note?: string }> {
  const refused: string[] = [];
  for (const count of counts) {
    const status = await importInto(server, importBody(features(count)));
    if (status === 204) {
      const text = `${count} features, as more were answered ${refused.join(", ")}`;
      return refused.length === 0 ? { count } : { count, note: text };
    }
    refused.push(String(status));
  }
  throw new NotMeasurable(`preparing it: imports were answered ${refused.join(", ")}`);
}
