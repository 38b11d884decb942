import { Type } from "@sinclair/typebox";
import { addGroup, removeGroup } from "../commands/group-commands.ts";
import { quoted } from "../config/quoted.ts";
import { compareUtf8 } from "../text/compare-utf8.ts";
import { AdministrationError } from "./administration-error.ts";
import { operation } from "./administration-operation.ts";
import { projectNamed } from "./named.ts";
import { Asked, exact, InProject, Name } from "./schemas.ts";

export const groupOperations = {
  "group.add": operation({
    input: Type.Object({ ...InProject, name: Name }, exact),
    output: Type.Object({ name: Type.String(), added: Type.Boolean() }, exact),
    work(draft, { name, project }) {
      return { name, added: addGroup(draft, projectNamed(draft.state, project).id, name) };
    },
  }),

  "group.list": operation({
    input: Type.Object({ ...InProject }, exact),
    output: Type.Object({ strict: Type.Boolean(), groups: Type.Array(Type.String()) }, exact),
    work({ state }, input) {
      const project = projectNamed(state, input.project);
      const groups = state.groups.get(project.id)?.toArray() ?? [];
      return { strict: project.isStrictAboutGroups, groups: groups.sort(compareUtf8) };
    },
  }),

  "group.remove": operation({
    input: Type.Object({ ...InProject, name: Asked }, exact),
    output: Type.Object({ name: Type.String() }, exact),
    work(draft, input) {
      const project = projectNamed(draft.state, input.project);
      if (!removeGroup(draft, project.id, input.name)) {
        throw new AdministrationError(
          `the project ${quoted(project.name)} has no group ${quoted(input.name)}`,
        );
      }
      return { name: input.name };
    },
  }),

  "group.strict": operation({
    input: Type.Object({ ...InProject, strict: Type.Boolean() }, exact),
    output: Type.Object({ project: Type.String(), strict: Type.Boolean() }, exact),
    work(draft, { project: name, strict }) {
      const project = projectNamed(draft.state, name);
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
