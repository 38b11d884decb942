import { GatehouseError } from "../../core/errors.ts";
import type { Draft } from "../../core/model/draft.ts";
import { type SavedView, viewsMax } from "../../core/model/saved-view.ts";
import type { State } from "../../core/model/state.ts";
import { newSessionId } from "../../core/secrets/random-secret.ts";
import { compareUtf8 } from "../../core/text/compare-utf8.ts";

export type NewView = Omit<SavedView, "id" | "createdAt">;
export type ViewChange = Partial<Pick<SavedView, "name" | "query" | "isShared">>;

/** The person who changes a view; null without members. */
export interface ViewAuthor {
  readonly userId: number | null;
  /** Whether the person may change the shared views of others. */
  readonly isAdmin: boolean;
}

/** Throws `view_limit`, and `parameter_invalid` for an own view without a person. */
export function createView(draft: Draft, described: NewView): SavedView {
  requireRoom(draft.state, described);
  const view = { ...described, id: newSessionId(), createdAt: draft.now };
  draft.record({ kind: "view.saved", view });
  return view;
}

/** Throws as `createView`, and `view_not_found` and `view_fixed`. */
export function changeView(
  draft: Draft,
  author: ViewAuthor,
  { projectId, id }: Pick<SavedView, "projectId" | "id">,
  change: ViewChange,
): SavedView {
  const view = changeableView(draft.state, author, { projectId, id });
  const changed = { ...view, ...change };
  if (changed.isShared !== view.isShared) {
    if (!changed.isShared && view.authorId !== author.userId) {
      throw new GatehouseError("view_fixed");
    }
    requireRoom(draft.state, changed);
  }
  draft.record({ kind: "view.saved", view: changed });
  return changed;
}

/** Throws `view_not_found` and `view_fixed`. */
export function removeView(
  draft: Draft,
  author: ViewAuthor,
  view: Pick<SavedView, "projectId" | "id">,
): void {
  const { id } = changeableView(draft.state, author, view);
  draft.record({ kind: "view.removed", viewId: id });
}

/** Removes the views that only this person sees. */
export function removeOwnViews(draft: Draft, userId: number): void {
  for (const { id, isShared, authorId } of draft.state.views.values()) {
    if (!isShared && authorId === userId) {
      draft.record({ kind: "view.removed", viewId: id });
    }
  }
}

/** The shared views of a project and the person's own ones, oldest first. */
export function visibleViews(
  state: State,
  projectId: number,
  userId: number | null,
): readonly SavedView[] {
  return [...state.views.values()]
    .filter((view) => view.projectId === projectId && isVisible(view, userId))
    .sort((left, right) => left.createdAt - right.createdAt || compareUtf8(left.name, right.name));
}

export function mayChangeView({ authorId }: SavedView, { userId, isAdmin }: ViewAuthor): boolean {
  return isAdmin || (userId !== null && authorId === userId);
}

function changeableView(
  state: State,
  author: ViewAuthor,
  { projectId, id }: Pick<SavedView, "projectId" | "id">,
): SavedView {
  const view = state.views.get(id);
  if (view?.projectId !== projectId || !isVisible(view, author.userId)) {
    throw new GatehouseError("view_not_found");
  }
  if (!mayChangeView(view, author)) {
    throw new GatehouseError("view_fixed");
  }
  return view;
}

function isVisible({ isShared, authorId }: SavedView, userId: number | null): boolean {
  return isShared || (userId !== null && authorId === userId);
}

function requireRoom(state: State, { projectId, authorId, isShared }: NewView): void {
  if (!isShared && authorId === null) {
    throw new GatehouseError("parameter_invalid", {
      message: "isShared must be true: only a member can have own views",
      place: "isShared",
    });
  }
  const count = state.views.count(
    (view) =>
      view.projectId === projectId &&
      view.isShared === isShared &&
      (isShared || view.authorId === authorId),
  );
  if (count >= viewsMax) {
    throw new GatehouseError("view_limit");
  }
}
