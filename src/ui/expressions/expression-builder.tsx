import type { ReactElement } from "react";
import { Button, IconButton } from "../parts/button.tsx";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { newCondition, newGroup, turnInto } from "./draft-edits.ts";
import type { DraftNode } from "./draft-node.ts";
import { DraftNodeFields } from "./draft-node-fields.tsx";
import type { DraftProblem } from "./draft-problems.ts";
import { KindSelect } from "./kind-select.tsx";
import { NestedFieldsContext } from "./node-props.ts";
import { isGroup } from "./operator-shapes.ts";

const words = texts.expressionBuilder;

/** The conditions as fields. Adding a second condition creates a group for both. */
export function ExpressionBuilder({
  tree,
  problems,
  isReadOnly,
  onChange,
}: {
  readonly tree: DraftNode | null;
  readonly problems: readonly DraftProblem[];
  readonly isReadOnly: boolean;
  readonly onChange: (tree: DraftNode | null) => void;
}): ReactElement {
  if (tree === null) {
    return (
      <div className="expression-empty">
        <p className="faint">{words.empty}</p>
        {!isReadOnly && (
          <Button icon="plus" onClick={() => onChange(newCondition)}>
            {words.addCondition}
          </Button>
        )}
      </div>
    );
  }
  const isRootGroup = tree.kind === "operation" && isGroup(tree.operator);
  const addParallel = (node: DraftNode) =>
    onChange({ kind: "operation", operator: "All", args: [tree, node] });
  return (
    <NestedFieldsContext value={DraftNodeFields}>
      <fieldset aria-label={words.builder} className="builder" disabled={isReadOnly}>
        <div className="condition">
          <DraftNodeFields
            name={words.theExpression}
            node={tree}
            onChange={onChange}
            place=""
            problems={problems}
          />
          {!isReadOnly && (
            <span className="condition-tools">
              <KindSelect
                isSmall={true}
                label={fill(words.changeKind, { what: words.theExpression })}
                node={tree}
                onChoose={(kind) => onChange(turnInto(tree, kind))}
              />
              <IconButton icon="trash" label={words.removeAll} onClick={() => onChange(null)} />
            </span>
          )}
        </div>
        {!isRootGroup && !isReadOnly && (
          <div className="group-add">
            <Button icon="plus" look="plain" onClick={() => addParallel(newCondition)}>
              {words.addCondition}
            </Button>
            <Button icon="plus" look="plain" onClick={() => addParallel(newGroup)}>
              {words.addGroup}
            </Button>
          </div>
        )}
      </fieldset>
    </NestedFieldsContext>
  );
}
