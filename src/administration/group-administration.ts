import { Type } from "@sinclair/typebox";
import { addGroup, removeGroup } from "../commands/group-commands.ts";
import { groupTellers } from "../model/group-tellers.ts";
import { compareUtf8 } from "../text/compare-utf8.ts";
import { quote } from "../text/quote.ts";
import { AdministrationError } from "./administration-error.ts";
import { administrationOperation } from "./administration-operation.ts";
import { exact, Id, InProject, LookupText, Name } from "./administration-schemas.ts";
import { requireProject } from "./find-by-name.ts";

const groupsOfHost =
  "this data is used in mountable mode, where groups come from --group, or from the option " +
  '"groups" of the library';

export const groupOperations = {
  "group.add": administrationOperation({
    input: Type.Object({ ...InProject, name: Name }, exact),
    output: Type.Object({ name: Type.String(), added: Type.Boolean() }, exact),
    hostedOnly: `${groupsOfHost}; no group was registered`,
    work(draft, { name, project }) {
      return { name, added: addGroup(draft, requireProject(draft.state, project).id, name) };
    },
  }),

  "group.list": administrationOperation({
    input: Type.Object({ ...InProject }, exact),
    output: Type.Object(
      {
        strict: Type.Boolean(),
        groups: Type.Array(Type.String()),
        told: Type.Array(
          Type.Object({ group: Type.String(), webhook: Id, name: Type.String() }, exact),
          { description: "which webhooks' applications told of which groups" },
        ),
      },
      exact,
    ),
    work({ state }, input) {
      const project = requireProject(state, input.project);
      const groups = (state.groups.get(project.id)?.toArray() ?? []).sort(compareUtf8);
      const tellers = groupTellers(state, project.id);
      const told = groups.flatMap((group) =>
        (tellers.get(group) ?? []).map(({ id, name }) => ({ group, webhook: id, name })),
      );
      return { strict: project.isStrictAboutGroups, groups, told };
    },
  }),

  "group.remove": administrationOperation({
    input: Type.Object({ ...InProject, name: LookupText }, exact),
    output: Type.Object({ name: Type.String() }, exact),
    work(draft, input) {
      const project = requireProject(draft.state, input.project);
      if (!removeGroup(draft, project.id, input.name)) {
        throw new AdministrationError(
          `the project ${quote(project.name)} has no group ${quote(input.name)}`,
        );
      }
      return { name: input.name };
    },
  }),

  "group.strict": administrationOperation({
    input: Type.Object({ ...InProject, strict: Type.Boolean() }, exact),
    output: Type.Object({ project: Type.String(), strict: Type.Boolean() }, exact),
    hostedOnly: `${groupsOfHost}; nothing was changed`,
    work(draft, { project: name, strict }) {
      const project = requireProject(draft.state, name);
      if (project.isStrictAboutGroups !== strict) {
        draft.record({
          kind: "project.saved",
          project: { ...project, isStrictAboutGroups: strict },
        });
      }
      return { project: project.name, strict };
    },
  }),
};
