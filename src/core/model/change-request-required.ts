import { GatehouseError } from "../errors.ts";
import type { RequestCommand } from "./change-request.ts";
import type { Environment } from "./environment.ts";

/** The refusal of a change in a protected environment, with the request that would ask for it. */
export class ChangeRequestRequired extends GatehouseError {
  readonly environmentId: number;
  /** Null if no request can ask for the change. */
  readonly commands: readonly RequestCommand[] | null;

  constructor(place: RequestPlace, commands: readonly RequestCommand[] | null, message: string) {
    super("change_request_required", { message, pagePath: newRequestPath(place, commands) });
    this.environmentId = place.environment.id;
    this.commands = commands;
  }
}

/** Where a request would be opened. */
export interface RequestPlace {
  readonly environment: Pick<Environment, "id" | "slug">;
  /** The name of the project. */
  readonly project: string;
}

/** Longer URLs are cut by some programs. */
const queryLengthMax = 1_500;

/** The path of the page of a new request, with its commands if they are short enough. */
function newRequestPath(
  { environment, project }: RequestPlace,
  commands: readonly RequestCommand[] | null,
): string {
  const query = new URLSearchParams({ project, environment: environment.slug });
  const filled = new URLSearchParams({ commands: JSON.stringify(commands ?? []) });
  const isShort = commands !== null && String(filled).length <= queryLengthMax;
  return `/requests/new?${query}${isShort ? `&${filled}` : ""}`;
}
