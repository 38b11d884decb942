import type { ReactElement } from "react";
import { texts } from "../texts/texts.ts";
import { kindOf, type NodeKind } from "./draft-edits.ts";
import type { DraftNode } from "./draft-node.ts";
import { functionNames, isComparison } from "./operator-shapes.ts";

const words = texts.expressionBuilder;

const conditionKinds: readonly NodeKind[] = ["comparison", "FeatureEnabled", "PercentageOfActors"];
const groups: readonly { readonly label: string; readonly kinds: readonly NodeKind[] }[] = [
  {
    label: words.kindGroups.values,
    kinds: [
      ...(["text", "number", "boolean"] as const),
      ...functionNames.filter((name) => !conditionKinds.includes(name)),
    ],
  },
  { label: words.kindGroups.conditions, kinds: conditionKinds },
  { label: words.kindGroups.groups, kinds: ["All", "Any"] },
  { label: words.kindGroups.other, kinds: ["json"] },
];

/** The kind of a node: every operator and every kind of constant. */
export function KindSelect({
  node,
  label,
  onChoose,
  isSmall = false,
}: {
  readonly node: DraftNode;
  readonly label: string;
  readonly onChoose: (kind: NodeKind) => void;
  /** Whether to show only an arrow, because the parts of the node show its kind. */
  readonly isSmall?: boolean;
}): ReactElement {
  const kind = kindOf(node);
  const isCompared = node.kind === "operation" && isComparison(node.operator);
  return (
    <select
      aria-label={label}
      className={isSmall ? "kind-select kind-select-small" : "kind-select"}
      onChange={({ target }) => {
        const chosen = groups.flatMap(({ kinds }) => kinds).find((each) => each === target.value);
        if (chosen !== undefined) {
          onChoose(chosen);
        }
      }}
      title={label}
      value={isCompared ? "comparison" : kind}
    >
      {groups.map((group) => (
        <optgroup key={group.label} label={group.label}>
          {group.kinds.map((each) => (
            <option key={each} value={each}>
              {nameOfKind(each)}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}

const names: Readonly<Record<string, string>> = words.kinds;

function nameOfKind(kind: NodeKind): string {
  return names[kind] ?? kind;
}
