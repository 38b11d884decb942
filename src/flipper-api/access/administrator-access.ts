import { GatehouseError } from "../../errors.ts";
import { percentDecode } from "../../http/request/percent-decoding.ts";
import type { Caller } from "../../model/caller.ts";
import type { Environment } from "../../model/environment.ts";
import { environmentOfSlug, firstProject, projectOfName } from "../../model/find-place.ts";
import { ownerCaller } from "../../model/owner-caller.ts";
import type { Project } from "../../model/project.ts";
import type { State } from "../../model/state.ts";
import { productionOf } from "../../model/state-lookups.ts";
import { unknownEnvironment, unknownProject } from "../../model/unknown-place.ts";
import type { Access } from "./access.ts";

/** The slug of the environment, percent-encoded; Production without the header. */
export const environmentHeader = "gatehouse-environment";
/** The name of the project, percent-encoded; the first project without the header. */
export const projectHeader = "gatehouse-project";

/**
 * Access of an administrator, who has the data directory: every request acts as the first owner, in
 * the environment and project of its headers (docs/operations.md#data-directory). Throws
 * `parameter_invalid` for an unknown one, with the name that was probably meant.
 */
export function administratorAccess(state: () => State): Access {
  const admit = (request: Request): Caller => {
    const current = state();
    const project = projectOf(current, headerOf(request, projectHeader));
    const slug = headerOf(request, environmentHeader);
    return ownerCaller(current, environmentOf(current, project, slug));
  };
  const deleter = (request: Request): Caller => {
    const caller = admit(request);
    if (caller.environment.kind !== "production") {
      throw new GatehouseError("production_token_required", {
        message:
          "A feature is deleted from all environments: name no other environment than Production",
      });
    }
    return caller;
  };
  return {
    evaluator: admit,
    // There are no tokens here, and no streams that outlive a request's rights.
    holder: () =>
      ownerCaller(state(), environmentOf(state(), projectOf(state(), undefined), undefined)),
    stillAdmits: () => true,
    reader: admit,
    writer: admit,
    deleter,
  };
}

function headerOf(request: Request, name: string): string | undefined {
  const encoded = request.headers.get(name);
  return encoded === null ? undefined : percentDecode(encoded);
}

function projectOf(state: State, name: string | undefined): Project {
  const project = name === undefined ? firstProject(state) : projectOfName(state, name);
  if (project === undefined) {
    throw new GatehouseError("parameter_invalid", { message: unknownProject(state, name ?? "") });
  }
  return project;
}

function environmentOf(state: State, project: Project, slug: string | undefined): Environment {
  if (slug === undefined) {
    return productionOf(state, project.id);
  }
  const environment = environmentOfSlug(state, project.id, slug);
  if (environment === undefined) {
    throw new GatehouseError("parameter_invalid", {
      message: unknownEnvironment(state, project, slug),
    });
  }
  return environment;
}
