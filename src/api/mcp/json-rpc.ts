import type { JsonObject } from "../../core/text/json-object.ts";

/** The versions of the protocol that this server speaks, the latest first. */
export const protocolVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

/** The codes of errors in JSON-RPC 2.0. */
export const rpcCodes = {
  parse: -32_700,
  request: -32_600,
  method: -32_601,
  params: -32_602,
  internal: -32_603,
} as const;

/** An answer in JSON-RPC 2.0. */
export type RpcAnswer = JsonObject;

/** The answer to a text that is no JSON. */
export function notJson(): RpcAnswer {
  return failure(null, rpcCodes.parse, "The message is not JSON");
}

export function failure(id: string | number | null, code: number, message: string): RpcAnswer {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

export function success(id: string | number, result: JsonObject): RpcAnswer {
  return { jsonrpc: "2.0", id, result };
}
