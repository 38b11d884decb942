import { type CSSProperties, type KeyboardEvent, type ReactElement, useState } from "react";
import { texts } from "../texts/texts.ts";
import type { BuilderProps } from "./builder-props.ts";
import { useTriedActors } from "./column-actors.ts";
import { AddButtons, ConditionRows } from "./condition-rows.tsx";
import { inGroup } from "./draft-edits.ts";
import type { DraftNode } from "./draft-node.ts";
import { DraftNodeFields } from "./draft-node-fields.tsx";
import { nodeAt, operatorAbove, pathBelowDraft, withNodeAt } from "./draft-path.ts";
import { RowsFoot, SentenceNote } from "./expression-rows-foot.tsx";
import { NestedFieldsContext } from "./node-props.ts";
import { isGroup } from "./operator-shapes.ts";
import { propertyNames } from "./property-suggestions.ts";
import { RowsContext, type RowsState } from "./rows-context.ts";
import { sentenceOf } from "./sentence.ts";
import { GateResults } from "./trial-cells.tsx";
import { TriedHead } from "./tried-head.tsx";
import { usePropertySuggestions } from "./use-property-suggestions.ts";
import { useTrial } from "./use-trial.ts";

const words = texts.expressionBuilder;
const cellWidth = "76px";

type RowsProps = BuilderProps &
  Pick<RowsState, "moveFocus"> & {
    readonly tree: DraftNode;
  };

/** All rows of an expression, with the actors that it is tried with. */
export function ExpressionRows(props: RowsProps): ReactElement {
  const { feature, tree, problems, moveFocus, onChange } = props;
  const { actors, setActors } = useTriedActors();
  const trial = useTrial(feature, tree, problems, actors);
  const suggestions = usePropertySuggestions(tree, actors);
  const [advanced, setAdvanced] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const current = focused === null || nodeAt(tree, focused) === undefined ? null : focused;
  const change = (next: DraftNode | null) => {
    onChange(next);
    if (next === null || (advanced !== null && nodeAt(next, advanced) === undefined)) {
      setAdvanced(null);
    }
  };
  const wrap = () => {
    const wrapped = current === null ? null : wrappedAt(tree, current);
    if (wrapped !== null) {
      change(wrapped.tree);
      moveFocus(wrapped.place);
    }
  };
  return (
    <RowsContext value={{ tried: actors, trial, suggestions, advanced, moveFocus }}>
      <NestedFieldsContext value={DraftNodeFields}>
        <fieldset
          aria-label={words.builder}
          className="rules"
          data-stale={trial.isStale || undefined}
          data-tried={actors.length > 0 || undefined}
          onFocus={({ target }) => {
            const row = target.closest<HTMLElement>("[data-place]");
            setFocused((before) => row?.dataset.place ?? before);
          }}
          onKeyDown={(event) => {
            if (isWrapKey(event) && event.currentTarget.contains(event.target as Node)) {
              event.preventDefault();
              wrap();
            }
          }}
          style={{ "--cells": actors.map(() => cellWidth).join(" ") } as CSSProperties}
        >
          <TriedHead actors={actors} names={propertyNames(tree)} onChange={setActors} />
          <RootRows {...props} onChange={change} />
          <GateResults />
        </fieldset>
        {trial.part !== null && <SentenceNote part={trial.part} />}
        <RowsFoot
          {...props}
          advanced={current !== null && isSentence(tree, current) ? advanced === current : null}
          onAdvanced={() => {
            setAdvanced(advanced === current ? null : current);
            moveFocus(current ?? "");
          }}
          onWrap={current === null ? null : wrap}
        />
      </NestedFieldsContext>
    </RowsContext>
  );
}

/** The root. Adding to a condition that is no group creates one for both. */
function RootRows({ tree, problems, moveFocus, onChange }: RowsProps): ReactElement {
  const isRootGroup =
    tree.kind === "operation" && isGroup(tree.operator) && sentenceOf(tree, "") === null;
  return (
    <>
      <ConditionRows
        depth={0}
        name={words.theExpression}
        node={tree}
        onChange={onChange}
        onRemove={() => {
          onChange(null);
          moveFocus("");
        }}
        place=""
        problems={problems}
      />
      {!isRootGroup && (
        <AddButtons
          depth={0}
          onAdd={(node) => {
            const root = inGroup(tree, "All");
            onChange({ ...root, args: [...root.args, node] });
            moveFocus(pathBelowDraft("", "All", 1));
          }}
          parent="All"
        />
      )}
    </>
  );
}

function isWrapKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "g" && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

/** The tree with a group around a node, and the new path of the node. */
function wrappedAt(tree: DraftNode, place: string): { tree: DraftNode; place: string } | null {
  const node = nodeAt(tree, place);
  if (node === undefined) {
    return null;
  }
  const operator = operatorAbove(place) === "All" ? "Any" : "All";
  return {
    tree: withNodeAt(tree, place, inGroup(node, operator)),
    place: pathBelowDraft(place, operator, 0),
  };
}

function isSentence(tree: DraftNode, place: string): boolean {
  const node = nodeAt(tree, place);
  return node !== undefined && sentenceOf(node, place) !== null;
}
