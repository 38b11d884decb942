import { lazy, type ReactElement, Suspense, useState } from "react";
import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";
import { Bar } from "../parts/bar.tsx";
import { Button } from "../parts/button.tsx";
import { Icon, type IconName } from "../parts/icon.tsx";
import { useEnvironments } from "../paths/environment.ts";
import { useRoleCheck, useSession } from "../session/session.ts";
import { bulkTexts } from "../texts/bulk-texts.ts";
import { fill, plural } from "../texts/fill.ts";
import { useCopyTargets } from "./bulk-fields.tsx";
import { type BulkKind, selectedMax } from "./bulk-kinds.ts";
import type { Selection } from "./use-selection.ts";

const { selection: words } = bulkTexts;
const icons = {
  tag: "tag",
  owner: "person",
  copy: "copy",
  set: "percent",
  delete: "trash",
} as const satisfies Record<BulkKind, IconName>;

const BulkModal = lazy(() =>
  import("./bulk-modal.tsx").then((module) => ({ default: module.BulkModal })),
);

interface SelectionBarProps {
  readonly all: readonly FeatureRow[];
  readonly rows: readonly FeatureRow[];
  readonly selection: Selection;
  /** After a change, before the list shows it. */
  readonly onDone: () => void;
  /** Moves the focus to the list, before the bar disappears. */
  readonly onFocus: () => void;
}

/** What can be done with the selected features. */
export function SelectionBar(props: SelectionBarProps): ReactElement {
  const { all, selection } = props;
  const [opened, setOpened] = useState<BulkKind | null>(null);
  // The features of the dialog, which stay in it while it closes.
  const [features, setFeatures] = useState<readonly FeatureRow[]>([]);
  const open = (kind: BulkKind) => {
    setFeatures(all.filter(({ key }) => selection.keys.has(key)));
    setOpened(kind);
  };
  return (
    <>
      {selection.keys.size > 0 && <SelectedBar {...props} onOpen={open} />}
      {features.length > 0 && (
        <Suspense fallback={null}>
          <BulkModal
            features={features}
            kind={opened}
            onClose={() => setOpened(null)}
            onDone={() => {
              props.onDone();
              props.onFocus();
              selection.clear();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function SelectedBar({
  rows,
  selection,
  onFocus,
  onOpen,
}: SelectionBarProps & { readonly onOpen: (kind: BulkKind) => void }): ReactElement {
  const { keys } = selection;
  const shown = rows.filter(({ key }) => keys.has(key)).length;
  const hidden = keys.size - shown;
  const isTooMany = keys.size > selectedMax;
  return (
    <Bar label={words.label}>
      <span className="bar-text">
        <b>{plural(words.selected, keys.size)}</b>
        {hidden > 0 && <span className="bar-soft">{plural(words.hidden, hidden)}</span>}
        {isTooMany && (
          <span className="bar-soft">{fill(words.tooMany, { count: selectedMax })}</span>
        )}
      </span>
      {shown < rows.length && (
        <Button onClick={selection.selectAll}>{plural(words.selectAll, rows.length)}</Button>
      )}
      <i className="bar-divider" />
      {usePossibleKinds().map((kind) => (
        <Button
          disabled={isTooMany}
          icon={icons[kind]}
          key={kind}
          look={kind === "delete" ? "danger" : "normal"}
          onClick={() => onOpen(kind)}
        >
          {words[kind]}
        </Button>
      ))}
      <i className="bar-divider" />
      <Button
        aria-label={words.clear}
        onClick={() => {
          onFocus();
          selection.clear();
        }}
      >
        <Icon name="close" />
        <kbd>Esc</kbd>
      </Button>
    </Bar>
  );
}

function usePossibleKinds(): readonly BulkKind[] {
  const { mode } = useSession();
  const may = useRoleCheck();
  const targets = useCopyTargets();
  const { environments } = useEnvironments();
  return [
    "tag",
    ...(mode === "hosted" ? (["owner"] as const) : []),
    ...(targets.length > 0 ? (["copy"] as const) : []),
    "set",
    ...(environments.every(({ id }) => may("member", id)) ? (["delete"] as const) : []),
  ];
}
