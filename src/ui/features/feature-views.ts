import type { View } from "../../api/admin/contract/view-models.ts";
import { texts } from "../texts/texts.ts";

import { dimensions } from "./feature-filter.ts";

const { views: words } = texts.features;

/** A tab of the list: conditions in addition to those of the filters. */
export interface FeatureView {
  readonly id: string;
  readonly name: string;
  /** Its conditions and its sort, as in the URL. */
  readonly query: string;
  /** The saved view; undefined for the views that everyone has. */
  readonly saved?: View;
}

/** All features, the view without an id in the URL. */
const allView: FeatureView = { id: "", name: words.all, query: "" };

/** The views that everyone has. */
export function builtInViews(me: number | null, hasTelemetry: boolean): readonly FeatureView[] {
  return [
    allView,
    ...(me === null ? [] : [{ id: "mine", name: words.mine, query: `owner=${me}` }]),
    { id: "rollouts", name: words.rollouts, query: "state=conditional" },
    { id: "finished", name: words.finished, query: "finished=yes" },
    ...(hasTelemetry ? [{ id: "never", name: words.never, query: "checked=never" }] : []),
  ];
}

/** The view in the URL; all features if it does not exist, or no longer. */
export function chosenView(views: readonly FeatureView[], id: string | null): FeatureView {
  return views.find((view) => view.id === id) ?? allView;
}

/** The query of a new view: the conditions of the present view, and those of the URL. */
export function queryToSave(view: FeatureView, search: string): string {
  const query = new URLSearchParams(view.query);
  const inUrl = new URLSearchParams(search);
  const sort = inUrl.get("sort") ?? query.get("sort");
  query.delete("sort");
  for (const name of ["q", ...dimensions]) {
    for (const value of inUrl.getAll(name)) {
      query.append(name, value);
    }
  }
  if (sort !== null) {
    query.set("sort", sort);
  }
  return query.toString();
}
