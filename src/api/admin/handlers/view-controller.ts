import { Elysia } from "elysia";
import {
  changeView,
  createView,
  mayChangeView,
  removeView,
  type ViewAuthor,
  visibleViews,
} from "../../../app/commands/view-commands.ts";
import { GatehouseError } from "../../../core/errors.ts";
import { personOf } from "../../../core/model/person.ts";
import { roleAtLeast } from "../../../core/model/role.ts";
import {
  type SavedView as StoredView,
  viewNameLengthMax,
  viewsMax,
} from "../../../core/model/saved-view.ts";
import type { State } from "../../../core/model/state.ts";
import { isLongerThan } from "../../../core/text/text-length.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import type { AdminCaller, AdminRoutes } from "../admin-routes.ts";
import {
  NewView,
  RemovedView,
  SavedView,
  type View,
  ViewChange,
  ViewList,
  ViewPath,
} from "../contract/view-models.ts";
import { changeProject, projectChangeRefusals } from "./project-change.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

const writeRefusals = [...projectChangeRefusals, "parameter_invalid", "view_limit"] as const;
const viewRefusals = ["view_fixed", "view_not_found"] as const;

/** Saved views of the list of features (docs/admin-api.md#views). */
export function viewController({ services }: UiDependencies, routes: AdminRoutes) {
  const { writer } = services;
  return new Elysia({ tags: ["Features"] })
    .use(routes)
    .get(
      "/views",
      ({ caller }) => {
        const author = authorOf(caller);
        const { state } = writer;
        const views = visibleViews(state, caller.projectId, author.userId);
        return { views: views.map((view) => viewRow(state, view, author)) };
      },
      {
        role: "viewer",
        response: { 200: answered(ViewList, "The views that the caller sees") },
        refuses: [],
        detail: {
          operationId: "listViews",
          summary: "List the saved views of the list of features",
          description: `Lists all views: at most ${viewsMax} own and ${viewsMax} shared ones.`,
        },
      },
    )
    .post(
      "/views",
      async ({ caller, body }) => {
        requireShortName(body);
        const author = authorOf(caller);
        const { projectId } = caller;
        const { view } = await changeProject(services, caller, (draft) => ({
          view: createView(draft, { ...body, projectId, authorId: author.userId }),
        }));
        return { view: viewRow(writer.state, view, author) };
      },
      {
        role: "member",
        body: withExample(NewView, {
          name: "Stale",
          query: "state=on&sort=changed",
          isShared: true,
        }),
        response: { 200: answered(SavedView, "The view") },
        refuses: writeRefusals,
        detail: { operationId: "createView", summary: "Save a view of the list of features" },
      },
    )
    .patch(
      "/views/:view",
      async ({ caller, params, body }) => {
        requireShortName(body);
        const author = authorOf(caller);
        const asked = { projectId: caller.projectId, id: params.view };
        const { view } = await changeProject(services, caller, (draft) => ({
          view: changeView(draft, author, asked, body),
        }));
        return { view: viewRow(writer.state, view, author) };
      },
      {
        role: "member",
        params: ViewPath,
        body: withExample(ViewChange, { name: "Stale for a month" }),
        response: { 200: answered(SavedView, "The view after the change") },
        refuses: [...writeRefusals, ...viewRefusals],
        detail: {
          operationId: "changeView",
          summary: "Change a saved view",
          description: "The author changes a view. Admins also change the shared views of others.",
        },
      },
    )
    .delete(
      "/views/:view",
      async ({ caller, params }) => {
        const asked = { projectId: caller.projectId, id: params.view };
        await changeProject(services, caller, (draft) => {
          removeView(draft, authorOf(caller), asked);
          return {};
        });
        return { removed: true as const };
      },
      {
        role: "member",
        params: ViewPath,
        response: { 200: answered(RemovedView, "The view is deleted") },
        refuses: [...projectChangeRefusals, ...viewRefusals],
        detail: { operationId: "deleteView", summary: "Delete a saved view" },
      },
    );
}

function authorOf({ signedIn, role }: AdminCaller): ViewAuthor {
  return {
    userId: signedIn?.user.id ?? null,
    isAdmin: role !== null && roleAtLeast(role, "admin"),
  };
}

/** Throws `input_invalid`: the schema counts UTF-16 units. */
function requireShortName({ name }: { readonly name?: string }): void {
  if (name !== undefined && isLongerThan(name, viewNameLengthMax)) {
    throw new GatehouseError("input_invalid", {
      message: `name: at most ${viewNameLengthMax} characters`,
      place: "name",
    });
  }
}

function viewRow(state: State, view: StoredView, author: ViewAuthor): View {
  const { id, name, query, isShared, createdAt } = view;
  return {
    ...{ id, name, query, isShared, createdAt },
    author: personOf(state, view.authorId),
    canChange: mayChangeView(view, author),
  };
}
