import type { ReactElement } from "react";
import { Button, IconButton } from "../parts/button.tsx";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { newCondition, newGroup, turnInto } from "./draft-edits.ts";
import { type DraftNode, type DraftOperation, unfilledText } from "./draft-node.ts";
import { pathBelowDraft } from "./draft-path.ts";
import { KindSelect } from "./kind-select.tsx";
import type { NodeProps } from "./node-props.ts";
import { NodeProblems, OperandField } from "./operand-field.tsx";
import { comparisonNames, groupOperators, isComparison, isGroup } from "./operator-shapes.ts";

const words = texts.expressionBuilder;

/** A condition: a group, a comparison, or any other operator or value. */
export function DraftNodeFields(props: NodeProps): ReactElement {
  const { node } = props;
  if (node.kind === "operation" && isGroup(node.operator)) {
    return <GroupFields {...props} node={node} />;
  }
  if (node.kind === "operation" && isComparison(node.operator)) {
    return <ComparisonFields {...props} node={node} />;
  }
  return <OperandField {...props} />;
}

type OperationProps = NodeProps & { readonly node: DraftOperation };

function GroupFields({ node, place, name, problems, onChange }: OperationProps): ReactElement {
  const { operator, args } = node;
  const setArgs = (next: readonly DraftNode[]) => onChange({ ...node, args: next, isGroup: true });
  return (
    <fieldset aria-label={name} className="group" data-operator={operator}>
      <select
        aria-label={fill(words.groupOf, { what: name })}
        className="group-select"
        onChange={({ target }) =>
          onChange({
            ...node,
            operator: target.value === "Any" ? "Any" : "All",
            isGroup: true,
          })
        }
        value={operator}
      >
        {groupOperators.map((each) => (
          <option key={each} value={each}>
            {words.groups[each]}
          </option>
        ))}
      </select>
      <NodeProblems place={place} problems={problems} />
      <ol className="conditions">
        {args.map((arg, index) => (
          <Condition
            key={pathBelowDraft(place, operator, index)}
            name={fill(words.numbered, { number: index + 1 })}
            node={arg}
            onChange={(next) => setArgs(args.with(index, next))}
            onRemove={() => setArgs(args.filter((_, at) => at !== index))}
            place={pathBelowDraft(place, operator, index)}
            problems={problems}
          />
        ))}
      </ol>
      <div className="group-add">
        <Button icon="plus" look="plain" onClick={() => setArgs([...args, newCondition])}>
          {words.addCondition}
        </Button>
        <Button
          icon="plus"
          look="plain"
          onClick={() =>
            setArgs([...args, { ...newGroup, operator: operator === "All" ? "Any" : "All" }])
          }
        >
          {words.addGroup}
        </Button>
      </div>
    </fieldset>
  );
}

function Condition(props: NodeProps & { readonly onRemove: () => void }): ReactElement {
  const { node, name, onChange, onRemove } = props;
  const isCompared = node.kind === "operation" && isComparison(node.operator);
  const isInner = node.kind === "operation" && isGroup(node.operator);
  return (
    <li className="condition">
      <DraftNodeFields {...props} />
      <span className="condition-tools">
        {(isCompared || isInner) && (
          <KindSelect
            isSmall={true}
            label={fill(words.changeKind, { what: name })}
            node={node}
            onChoose={(kind) => onChange(turnInto(node, kind))}
          />
        )}
        <IconButton
          icon="close"
          label={fill(words.removeNode, { what: name })}
          onClick={onRemove}
        />
      </span>
    </li>
  );
}

function ComparisonFields({ node, place, name, problems, onChange }: OperationProps): ReactElement {
  const { operator, args } = node;
  const operand = (index: number) => {
    const arg = args[index];
    return (
      arg !== undefined && (
        <OperandField
          key={pathBelowDraft(place, operator, index)}
          name={name}
          node={arg}
          onChange={(next) => onChange({ ...node, args: args.with(index, next) })}
          place={pathBelowDraft(place, operator, index)}
          problems={problems}
        />
      )
    );
  };
  return (
    <span className="comparison">
      {operand(0)}
      <select
        aria-label={fill(words.comparison, { what: name })}
        className="comparison-select"
        onChange={({ target }) => {
          const chosen = comparisonNames.find((each) => each === target.value);
          if (chosen !== undefined) {
            onChange({ ...node, operator: chosen });
          }
        }}
        value={operator}
      >
        {comparisonNames.map((each) => (
          <option key={each} value={each}>
            {words.comparisons[each]}
          </option>
        ))}
      </select>
      {args.slice(1).map((_, index) => operand(index + 1))}
      {args.length < 2 && (
        <Button
          icon="plus"
          look="plain"
          onClick={() => onChange({ ...node, args: [...args, unfilledText] })}
        >
          {words.addArgument}
        </Button>
      )}
      <NodeProblems place={place} problems={problems} />
    </span>
  );
}
