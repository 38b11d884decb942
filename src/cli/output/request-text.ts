import { printable } from "../../core/text/printable.ts";
import type { RequestJson } from "../answers/request-json.ts";
import { formatMinute } from "./text-table.ts";

interface ShownRequest {
  readonly request: RequestJson;
  readonly commands: readonly unknown[];
  readonly features: readonly unknown[];
  readonly blocks: readonly string[];
}

const hashLength = 12;

/** A request for people, with one line for each change. */
export function requestText({ request, commands, features, blocks }: ShownRequest): string {
  const { id, title, state, environment, author, approvals, needed, hash } = request;
  return [
    `request ${id}: ${title}`,
    `state      ${state}`,
    `in         ${environment}`,
    `author     ${author ?? "unknown"}`,
    `approvals  ${approvals} of ${needed}`,
    `expires    ${formatMinute(request.expires_at)}`,
    `hash       ${hash.slice(0, hashLength)}`,
    ...(blocks.length === 0 ? [] : [`blocked    ${blocks.join(", ")}`]),
    ...commands.map((command) => `change     ${JSON.stringify(command)}`),
    ...features.map((feature) => `feature    ${JSON.stringify(feature)}`),
  ]
    .map((line) => `${printable(line)}\n`)
    .join("");
}
