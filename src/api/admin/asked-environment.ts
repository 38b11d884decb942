import { GatehouseError } from "../../core/errors.ts";
import type { Environment } from "../../core/model/environment.ts";
import { environmentOfSlug } from "../../core/model/find-environment.ts";
import type { Project } from "../../core/model/project.ts";
import type { State } from "../../core/model/state.ts";
import { productionOf } from "../../core/model/state-lookups.ts";
import { unknownEnvironment } from "../../core/model/unknown-environment.ts";
import { quote } from "../../core/text/quote.ts";
import { limitOf, type Reader } from "./reader.ts";

/** The caller whose environments a request can name. */
interface Asking extends Pick<Reader, "token" | "signedIn"> {
  readonly projectId: number;
}

/** The project of a request. Throws `project_not_found` if it was deleted in the meantime. */
export function projectOf(state: State, { projectId }: Pick<Asking, "projectId">): Project {
  const project = state.projects.get(projectId);
  if (project === undefined) {
    throw new GatehouseError("project_not_found");
  }
  return project;
}

const idForm = /^[1-9]\d{0,15}$/;
const digits = /^\d+$/;

/** The number in a path; NaN for any other text. */
export function idIn(text: string): number {
  return idForm.test(text) ? Number(text) : Number.NaN;
}

/** In the path instead of an id: the environment of the token, otherwise Production. */
const ownEnvironment = "-";
/** In the path instead of an environment: the environment of the token or the webhook. */
export const anyEnvironment = "*";
/** Before a slug of digits, which would otherwise be read as an id. */
const slugPrefix = "slug:";

/**
 * Returns the environment of a path: `-`, an id, or a slug. Throws `environment_not_found`, also for
 * an environment that is not the token's.
 */
export function environmentOf(state: State, asked: string, caller: Asking): Environment {
  const project = projectOf(state, caller);
  const own = caller.token?.environment;
  const found =
    asked === ownEnvironment
      ? (own ?? productionOf(state, project.id))
      : digits.test(asked)
        ? state.environments.get(idIn(asked))
        : environmentOfSlug(state, project.id, slugIn(asked));
  if (own !== undefined && found?.id !== own.id) {
    const message = `The token is for the environment ${quote(own.slug)}, not for ${quote(slugIn(asked))}`;
    throw new GatehouseError("environment_not_found", { message });
  }
  if (found === undefined || found.projectId !== project.id) {
    const message = unknownEnvironment(state, project, slugIn(asked));
    throw new GatehouseError("environment_not_found", digits.test(asked) ? {} : { message });
  }
  const limit = limitOf(caller);
  if (limit !== null && !limit.includes(found.id)) {
    throw new GatehouseError("environment_not_found", {
      message: `The personal token is for other environments, not for ${quote(found.slug)}`,
    });
  }
  return found;
}

function slugIn(asked: string): string {
  return asked.startsWith(slugPrefix) ? asked.slice(slugPrefix.length) : asked;
}
