import type { ReactElement } from "react";
import { Button } from "../parts/button.tsx";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { inGroup, newCondition, turnInto } from "./draft-edits.ts";
import type { DraftNode, DraftOperation } from "./draft-node.ts";
import { DraftNodeFields } from "./draft-node-fields.tsx";
import { pathBelowDraft } from "./draft-path.ts";
import { KindSelect } from "./kind-select.tsx";
import { NodeProblems } from "./operand-field.tsx";
import { type GroupOperator, groupOperators, isGroup } from "./operator-shapes.ts";
import { type ConditionProps, Row, WideRow } from "./row.tsx";
import { useRows } from "./rows-context.ts";
import { sentenceOf } from "./sentence.ts";
import { SentenceRow } from "./sentence-row.tsx";

const words = texts.expressionBuilder;

/** A condition as a row, a group as several rows. */
export function ConditionRows(props: ConditionProps): ReactElement {
  const { node, place } = props;
  const { advanced } = useRows();
  const sentence = sentenceOf(node, place);
  if (sentence !== null && advanced !== place) {
    return <SentenceRow {...props} sentence={sentence} />;
  }
  return node.kind === "operation" && isGroup(node.operator) && sentence === null ? (
    <GroupRows {...props} node={node} />
  ) : (
    <FieldsRow {...props} />
  );
}

function GroupRows({
  node,
  place,
  name,
  problems,
  depth,
  onChange,
  onRemove,
}: ConditionProps & { readonly node: DraftOperation }): ReactElement {
  const { moveFocus } = useRows();
  const { operator, args } = node;
  const setArgs = (next: readonly DraftNode[]) => onChange({ ...node, args: next, isGroup: true });
  const placeOf = (index: number) => pathBelowDraft(place, operator, index);
  const add = (added: DraftNode) => {
    setArgs([...args, added]);
    moveFocus(placeOf(args.length));
  };
  const removeAt = (index: number) => {
    setArgs(args.filter((_, at) => at !== index));
    // The row that follows takes the path of the removed one.
    moveFocus(args.length === 1 ? place : placeOf(Math.min(index, args.length - 2)));
  };
  return (
    <fieldset aria-label={name} className="rules" data-operator={operator}>
      <Row depth={depth} name={name} onRemove={onRemove} place={place}>
        <select
          aria-label={fill(words.groupOf, { what: name })}
          className="token token-group"
          onChange={({ target }) =>
            onChange({ ...node, operator: target.value === "Any" ? "Any" : "All", isGroup: true })
          }
          value={operator}
        >
          {groupOperators.map((each) => (
            <option key={each} value={each}>
              {words.groups[each]}
            </option>
          ))}
        </select>
        <span className="faint">{words.mustBeTrue}</span>
        <NodeProblems place={place} problems={problems} />
      </Row>
      <ol className="rules">
        {args.map((arg, index) => (
          <li key={placeOf(index)}>
            <ConditionRows
              depth={depth + 1}
              name={fill(words.numbered, { number: index + 1 })}
              node={arg}
              onChange={(next) => setArgs(args.with(index, next))}
              onRemove={() => removeAt(index)}
              place={placeOf(index)}
              problems={problems}
            />
          </li>
        ))}
      </ol>
      <AddButtons depth={depth + 1} onAdd={add} parent={operator === "All" ? "All" : "Any"} />
    </fieldset>
  );
}

export function AddButtons({
  depth,
  parent,
  onAdd,
}: {
  readonly depth: number;
  readonly parent: GroupOperator;
  readonly onAdd: (node: DraftNode) => void;
}): ReactElement {
  return (
    <WideRow depth={depth}>
      <Button
        aria-label={words.addCondition}
        icon="plus"
        look="plain"
        onClick={() => onAdd(newCondition)}
      >
        {words.condition}
      </Button>
      <Button
        aria-label={words.addGroup}
        icon="plus"
        look="plain"
        onClick={() => onAdd(inGroup(newCondition, parent === "All" ? "Any" : "All"))}
      >
        {words.group}
      </Button>
    </WideRow>
  );
}

/** A condition that is no sentence, or whose fields the person asked for. */
function FieldsRow(props: ConditionProps): ReactElement {
  const { node, place, name, depth, onChange, onRemove } = props;
  return (
    <Row depth={depth} name={name} onRemove={onRemove} place={place}>
      <span className="rule-fields">
        <DraftNodeFields {...props} />
        {node.kind === "operation" && (
          <KindSelect
            isSmall={true}
            label={fill(words.changeKind, { what: name })}
            node={node}
            onChoose={(kind) => onChange(turnInto(node, kind))}
          />
        )}
      </span>
    </Row>
  );
}
