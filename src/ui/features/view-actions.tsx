import { lazy, type ReactElement, Suspense, useRef, useState } from "react";
import type { View } from "../../api/admin/contract/view-models.ts";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { Icon } from "../parts/icon.tsx";
import { Menu } from "../parts/menu.tsx";
import type { MenuAction } from "../parts/menu-items.ts";
import { useQueryState } from "../parts/use-query-state.ts";
import { useSession } from "../session/session.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { dimensions } from "./feature-filter.ts";
import { type FeatureView, queryToSave } from "./feature-views.ts";

const SaveViewModal = lazy(() =>
  import("./save-view-modal.tsx").then((module) => ({ default: module.SaveViewModal })),
);

const { views: words } = texts.features;

/** Saves the filters as a view, and changes the view that is open. */
export function ViewActions({
  view,
  text,
  onSearch,
}: {
  readonly view: FeatureView;
  /** The typed text, which may not be in the URL yet. */
  readonly text: string;
  readonly onSearch: (text: string) => void;
}): ReactElement {
  const [params, setQuery] = useQueryState();
  const [opened, setOpened] = useState<"save" | "rename" | null>(null);
  const wasOpened = useRef(false);
  wasOpened.current ||= opened !== null;
  const { saved } = view;
  params.set("q", text);
  const open = (id: string) => {
    onSearch("");
    const filters = Object.fromEntries(dimensions.map((name) => [name, null]));
    setQuery({ ...filters, q: null, sort: null, view: id });
  };
  return (
    <>
      {saved?.canChange === true && (
        <ViewMenu key={saved.id} onRename={() => setOpened("rename")} view={saved} />
      )}
      <button className="tab tab-add" onClick={() => setOpened("save")} type="button">
        <Icon name="plus" />
        {words.save}
      </button>
      {wasOpened.current && (
        <Suspense fallback={null}>
          <SaveViewModal
            isOpen={opened !== null}
            onClose={() => setOpened(null)}
            onSaved={(id) => opened === "save" && open(id)}
            query={queryToSave(view, params.toString())}
            renamed={opened === "rename" ? saved : undefined}
          />
        </Suspense>
      )}
    </>
  );
}

function ViewMenu({
  view: { id, name, query, isShared, author },
  onRename,
}: {
  readonly view: View;
  readonly onRename: () => void;
}): ReactElement {
  const { user, mode } = useSession();
  const [, setQuery] = useQueryState();
  const create = useChange("POST /views", {
    onDone: ({ view }) => setQuery({ view: view.id }),
  });
  const change = useChange("PATCH /views/:view");
  const remove = useChange("DELETE /views/:view", {
    onDone: () => {
      setQuery({ view: null });
      showDone(fill(words.deleted, { name }), {
        label: words.undo,
        onChoose: () => create.mutate({ body: { name, query, isShared } }),
      });
    },
  });
  const params = { view: id };
  const share: MenuAction = {
    label: isShared ? words.unshare : words.share,
    icon: isShared ? "person" : "people",
    onChoose: () => change.mutate({ params, body: { isShared: !isShared } }),
  };
  // The shared view of another person stays shared.
  const isOwn = mode === "hosted" && author?.id === user?.id;
  return (
    <Menu
      actions={[
        { label: words.rename, onChoose: onRename },
        ...(isOwn ? [share] : []),
        {
          label: words.delete,
          icon: "trash",
          isDanger: true,
          onChoose: () => remove.mutate({ params }),
        },
      ]}
      label={fill(words.actions, { name })}
    />
  );
}
