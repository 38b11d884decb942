import { type ReactElement, useContext } from "react";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { turnInto } from "./draft-edits.ts";
import { type DraftNode, type DraftOperation, typedText, unfilledText } from "./draft-node.ts";
import { pathBelowDraft, shownPath } from "./draft-path.ts";
import { KindSelect } from "./kind-select.tsx";
import { NestedFieldsContext, type NodeProps } from "./node-props.ts";
import { argumentCount, isComparison, isGroup } from "./operator-shapes.ts";

const words = texts.expressionBuilder;

/** The problems of the node at a path; problems of its arguments are shown there. */
export function NodeProblems({
  problems,
  place,
}: Pick<NodeProps, "problems" | "place">): ReactElement | null {
  const own = problems.filter((problem) => shownPath(problem.place) === place);
  return own.length === 0 ? null : (
    <p className="field-error node-problem" role="alert">
      {own[0]?.message}
    </p>
  );
}

function hasProblem(problems: NodeProps["problems"], place: string): boolean {
  return problems.some((problem) => shownPath(problem.place) === place);
}

/** A value: its kind, and a field for a constant or for the arguments of a function. */
export function OperandField(props: NodeProps): ReactElement {
  const { node, place, name, problems, onChange } = props;
  const NestedFields = useContext(NestedFieldsContext);
  const isNested =
    node.kind === "operation" && (isGroup(node.operator) || isComparison(node.operator));
  if (isNested && NestedFields !== null) {
    return (
      <span className="operand-nested">
        <NestedFields {...props} />
        <KindSelect
          isSmall={true}
          label={fill(words.kindOf, { what: name })}
          node={node}
          onChoose={(kind) => onChange(turnInto(node, kind))}
        />
      </span>
    );
  }
  const isWrong = hasProblem(problems, place);
  return (
    <span className="operand-place">
      <span className="operand" data-kind={node.kind} data-wrong={isWrong || undefined}>
        <KindSelect
          label={fill(words.kindOf, { what: name })}
          node={node}
          onChoose={(kind) => onChange(turnInto(node, kind))}
        />
        <ConstantField {...props} />
        {node.kind === "operation" && <FunctionArguments {...props} node={node} />}
      </span>
      <NodeProblems place={place} problems={problems} />
    </span>
  );
}

function ConstantField({ node, place, name, problems, onChange }: NodeProps): ReactElement | null {
  const label = fill(words.valueOf, { what: name });
  const invalid = problems.some((problem) => problem.place === place) || undefined;
  const shared = { "aria-invalid": invalid, "aria-label": label, className: "operand-input" };
  switch (node.kind) {
    case "text":
      return (
        <input
          {...shared}
          autoComplete="off"
          onChange={({ target }) => onChange(typedText(target.value))}
          size={8}
          spellCheck={false}
          value={node.value}
        />
      );
    case "number":
      return (
        <input
          {...shared}
          autoComplete="off"
          inputMode="decimal"
          onChange={({ target }) => onChange({ kind: "number", digits: target.value.trim() })}
          size={5}
          value={node.digits}
        />
      );
    case "boolean":
      return (
        <select
          {...shared}
          onChange={({ target }) => onChange({ kind: "boolean", value: target.value === "true" })}
          value={String(node.value)}
        >
          <option>true</option>
          <option>false</option>
        </select>
      );
    case "json":
      return (
        <textarea
          {...shared}
          onChange={({ target }) => onChange({ kind: "json", json: target.value })}
          rows={2}
          spellCheck={false}
          value={node.json}
        />
      );
    default:
      return null;
  }
}

const hints: Readonly<Record<string, string>> = words.argumentHints;

/** Names and times follow the function directly; other arguments have a kind. */
function FunctionArguments({
  node,
  place,
  name,
  problems,
  onChange,
}: NodeProps & { readonly node: DraftOperation }): ReactElement {
  const { operator, args } = node;
  const hint = hints[operator];
  const change = (index: number, arg: DraftNode) =>
    onChange({ ...node, args: args.map((each, at) => (at === index ? arg : each)) });
  const canAdd = args.length < argumentCount(operator).most;
  return (
    <>
      {args.map((arg, index) => {
        const inner = pathBelowDraft(place, operator, index);
        if (hint !== undefined && arg.kind === "text" && index === 0) {
          return (
            <span className="operand-place" key={inner}>
              <input
                aria-invalid={hasProblem(problems, inner) || undefined}
                aria-label={fill(words.valueOf, { what: name })}
                autoComplete="off"
                className="operand-input mono"
                onChange={({ target }) => change(index, typedText(target.value))}
                placeholder={hint}
                size={8}
                spellCheck={false}
                value={arg.value}
              />
              <NodeProblems place={inner} problems={problems} />
            </span>
          );
        }
        return (
          <span className="operand-argument" key={inner}>
            {operator === "PercentageOfActors" && index === 1 && (
              <span className="operand-word">{words.argumentWords.PercentageOfActors}</span>
            )}
            <OperandField
              name={name}
              node={arg}
              onChange={(next) => change(index, next)}
              place={inner}
              problems={problems}
            />
          </span>
        );
      })}
      {canAdd && (
        <button
          className="operand-add"
          onClick={() => onChange({ ...node, args: [...args, unfilledText] })}
          title={words.addArgument}
          type="button"
        >
          + <span className="visually-hidden">{words.addArgument}</span>
        </button>
      )}
    </>
  );
}
