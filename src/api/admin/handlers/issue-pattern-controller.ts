import { Elysia } from "elysia";
import { setIssuePattern } from "../../../app/commands/project-commands.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { projectOf } from "../asked-environment.ts";
import { IssuePattern, NewIssuePattern } from "../contract/issue-pattern-models.ts";
import { Written } from "../contract/shared-models.ts";
import { changeProject, projectChangeRefusals } from "./project-change.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

/** The address of the issues that reasons name (docs/governance.md#reasons-and-links). */
export function issuePatternController({ services }: UiDependencies, routes: AdminRoutes) {
  const { writer } = services;
  return new Elysia({ tags: ["Projects"] })
    .use(routes)
    .get(
      "/issue-pattern",
      ({ caller }) => ({ pattern: projectOf(writer.state, caller).issuePattern }),
      {
        role: "viewer",
        response: { 200: answered(IssuePattern, "The address") },
        refuses: [],
        detail: {
          operationId: "getIssuePattern",
          summary: "Get the address of issues that reasons name",
        },
      },
    )
    .put(
      "/issue-pattern",
      ({ caller, body: { pattern } }) =>
        changeProject(services, caller, (draft) => {
          setIssuePattern(draft, projectOf(draft.state, caller), pattern);
          return {};
        }),
      {
        role: "admin",
        body: withExample(NewIssuePattern, { pattern: "https://issues.example.com/{issue}" }),
        response: { 200: answered(Written, "The address is set") },
        refuses: ["parameter_invalid", ...projectChangeRefusals],
        detail: {
          operationId: "setIssuePattern",
          summary: "Set the address of issues that reasons name",
        },
      },
    );
}
