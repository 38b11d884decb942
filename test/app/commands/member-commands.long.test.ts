import { expect, test } from "bun:test";
import fc from "fast-check";
import { createEnvironment } from "../../../src/app/commands/environment-commands.ts";
import { firstStart } from "../../../src/app/commands/first-start.ts";
import {
  addMember,
  addProjectMember,
  removeMember,
  removeProjectMember,
  userOfEmail,
} from "../../../src/app/commands/member-commands.ts";
import { setRole } from "../../../src/app/commands/role-commands.ts";
import { Draft } from "../../../src/core/model/draft.ts";
import { firstProject } from "../../../src/core/model/find-environment.ts";
import { finishedRuleDefault } from "../../../src/core/model/finished-rule.ts";
import { firstOrganization } from "../../../src/core/model/first-organization.ts";
import { firstOwner } from "../../../src/core/model/first-owner.ts";
import type { Project } from "../../../src/core/model/project.ts";
import { emptyState, type State } from "../../../src/core/model/state.ts";

const emails = ["ann@example.com", "bob@example.com", "cy@example.com"] as const;
/** Names with equal slugs, a reserved slug, no slug, and the slug of a custom environment. */
const names = ["Ann", "ann", "Admin", "…", "Staging", undefined] as const;

interface Step {
  readonly action: "join" | "leave" | "enter project" | "leave project";
  readonly email: string;
  readonly name: string | undefined;
  readonly project: 1 | 2;
}

const steps = fc.array(
  fc.record<Step>({
    action: fc.constantFrom("join", "leave", "enter project", "leave project"),
    email: fc.constantFrom(...emails),
    name: fc.constantFrom(...names),
    project: fc.constantFrom(1, 2),
  }),
  { maxLength: 30 },
);

test("every member of a project has one personal environment in it, and no other user has one", () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      const draft = withTwoProjects();
      const ownEnvironments = personal(draft.state);
      for (const step of sequence) {
        applyStep(draft, step);
        expect(personal(draft.state)).toEqual([...ownEnvironments, ...memberships(draft.state)]);
        const slugs = draft.state.environments
          .valueSeq()
          .map(({ projectId, slug }) => `${projectId}/${slug}`);
        expect(slugs.toSet().size).toBe(slugs.count());
      }
    }),
    { numRuns: 200 },
  );
});

test("leaving the organization ends the memberships of all its projects", () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      const draft = withTwoProjects();
      for (const step of sequence) {
        applyStep(draft, step);
        const members = draft.state.organizationMembers.get(1);
        for (const ofProject of draft.state.projectMembers.values()) {
          expect(ofProject.filterNot((id) => members?.has(id) === true).toArray()).toEqual([]);
        }
      }
    }),
    { numRuns: 100 },
  );
});

test("the first owner and the first project stay the same when projects and members are added", () => {
  const draft = withTwoProjects();
  for (let id = 3; id <= 70; id++) {
    draft.record({ kind: "project.saved", project: project(id) });
    const member = { email: `${id}@example.com`, name: undefined };
    addMember(draft, firstOrganization(draft.state), member);
    expect(firstOwner(draft.state).id).toBe(1);
    expect(firstProject(draft.state)?.id).toBe(1);
  }
  const second = userOfEmail(draft.state, "9@example.com") ?? expect.unreachable();
  setRole(draft, firstOrganization(draft.state), second, "owner");
  removeMember(draft, firstOrganization(draft.state), firstOwner(draft.state));
  expect(firstOwner(draft.state)).toEqual(second);
});

test("a thousand members with the same name get different slugs", () => {
  const draft = withTwoProjects();
  for (let index = 0; index < 1_000; index++) {
    const member = { email: `${index}@example.com`, name: "Sam" };
    addProjectMember(draft, project(1), addMember(draft, firstOrganization(draft.state), member));
  }
  expect(draft.state.environments.size).toBe(1_000 + 3);
});

function withTwoProjects(): Draft {
  const draft = new Draft(emptyState, 1_000);
  firstStart(draft);
  draft.record({ kind: "project.saved", project: project(2) });
  for (const projectId of [1, 2]) {
    const described = { projectId, name: "Staging", slug: "staging", kind: "custom" } as const;
    createEnvironment(draft, { ...described, creatorTokenId: null });
  }
  return draft;
}

function project(id: number): Project {
  return {
    id,
    organizationId: 1,
    name: `Project ${id}`,
    isStrictAboutGroups: false,
    issuePattern: null,
    samplesActors: false,
    ...finishedRuleDefault,
  };
}

function applyStep(draft: Draft, { action, email, name, project: projectId }: Step): void {
  const organization = firstOrganization(draft.state);
  const known = userOfEmail(draft.state, email);
  if (action === "join") {
    addMember(draft, organization, { email, name });
  } else if (action === "enter project") {
    addProjectMember(draft, project(projectId), addMember(draft, organization, { email, name }));
  } else if (known !== undefined && membersOf(draft.state, action, projectId)?.has(known.id)) {
    if (action === "leave") {
      removeMember(draft, organization, known);
    } else {
      removeProjectMember(draft, project(projectId), known);
    }
  }
}

function membersOf(state: State, action: Step["action"], projectId: number) {
  return action === "leave"
    ? state.organizationMembers.get(1)
    : state.projectMembers.get(projectId);
}

/** `project/member` of every personal environment, in order. */
function personal(state: State): string[] {
  return state.environments
    .valueSeq()
    .toArray()
    .flatMap(({ kind, projectId, memberId }) =>
      kind === "personal" ? [`${projectId}/${memberId}`] : [],
    )
    .sort();
}

/** `project/member` of every membership but the first owner's, in order. */
function memberships(state: State): string[] {
  return [...state.projectMembers]
    .flatMap(([projectId, members]) =>
      members.toArray().flatMap((id) => (id === 1 ? [] : [`${projectId}/${id}`])),
    )
    .sort();
}
