import { type ReactElement, useId, useState } from "react";
import { IconButton } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { PropertyChips } from "./property-chips.tsx";
import { PropertyField } from "./property-field.tsx";
import { type ConditionProps, Row } from "./row.tsx";
import { isWrongAt, problemsWithin, rowProblem } from "./row-problems.ts";
import { useRows } from "./rows-context.ts";
import {
  isListComparison,
  nodeOfSentence,
  type Sentence,
  sentenceComparisons,
  withComparison,
  withConstant,
  withNewValue,
  withoutValue,
  withProperty,
} from "./sentence.ts";
import { ValueField, type ValueFieldProps } from "./value-field.tsx";

const words = texts.expressionBuilder;

/** A condition as a sentence: a property, a comparison and values. */
export function SentenceRow({
  sentence,
  place,
  name,
  problems,
  depth,
  onChange,
  onRemove,
}: ConditionProps & { readonly sentence: Sentence }): ReactElement {
  const { suggestions } = useRows();
  const [isListOpen, setListOpen] = useState(false);
  const id = useId();
  const { property, propertyPlace } = sentence;
  const problem = rowProblem(sentence, problemsWithin(problems, place));
  const change = (next: Sentence) => onChange(nodeOfSentence(next));
  return (
    <>
      <Row depth={depth} name={name} onRemove={onRemove} place={place} sentence={sentence}>
        <PropertyField
          describedBy={problem === null ? undefined : id}
          isOpen={isListOpen}
          isWrong={isWrongAt(problems, propertyPlace)}
          label={fill(words.propertyOf, { what: name })}
          name={property.value}
          onChange={(next) => change(withProperty(sentence, next))}
          onOpen={setListOpen}
        />
        <ComparisonSelect name={name} onChange={change} sentence={sentence} />
        <Values
          describedBy={problem === null ? undefined : id}
          name={name}
          onChange={change}
          place={place}
          problems={problems}
          sentence={sentence}
          type={suggestions.typeOf(property.value)}
        />
        {problem !== null && (
          <p className="rule-problem" id={id} role="alert">
            <Icon name="warning" />
            {problem.kind === "other" ? problem.message : words.problems[problem.kind]}
          </p>
        )}
      </Row>
      {property.value === "" && (
        <PropertyChips
          depth={depth}
          onAnother={() => setListOpen(true)}
          onChoose={(next) => change(withProperty(sentence, next))}
          place={place}
        />
      )}
    </>
  );
}

interface PartProps {
  readonly sentence: Sentence;
  readonly name: string;
  readonly onChange: (sentence: Sentence) => void;
}

function ComparisonSelect({ sentence, name, onChange }: PartProps): ReactElement {
  return (
    <select
      aria-label={fill(words.comparison, { what: name })}
      className="token token-comparison"
      onChange={({ target }) => {
        const chosen = sentenceComparisons.find((each) => each === target.value);
        if (chosen !== undefined) {
          onChange(withComparison(sentence, chosen));
        }
      }}
      value={sentence.comparison}
    >
      {sentenceComparisons.map((each) => (
        <option key={each} value={each}>
          {words.comparisons[each]}
        </option>
      ))}
      <optgroup label={words.unsupported}>
        {words.unsupportedComparisons.map((each) => (
          <option disabled={true} key={each}>
            {each}
          </option>
        ))}
      </optgroup>
    </select>
  );
}

type ValuesProps = PartProps &
  Pick<ConditionProps, "place" | "problems"> &
  Pick<ValueFieldProps, "type" | "describedBy">;

function Values(props: ValuesProps): ReactElement {
  const { sentence, place, name, problems, type, describedBy, onChange } = props;
  const { moveFocus } = useRows();
  const isList = isListComparison(sentence.comparison);
  const changeCount = (next: Sentence) => {
    onChange(next);
    moveFocus(place, "value");
  };
  return (
    <>
      {sentence.values.map((value, index) => {
        const number = index + 1;
        const label = isList && index > 0 ? words.valueInList : words.valueOf;
        return (
          <span className="rule-value" key={index}>
            <ValueField
              constant={value.constant}
              describedBy={describedBy}
              isWrong={isWrongAt(problems, value.place)}
              label={fill(label, { number, what: name })}
              onChange={(next) => onChange(withConstant(sentence, index, next))}
              onEnter={isList ? () => changeCount(withNewValue(sentence)) : undefined}
              type={type}
            />
            {isList && (
              <IconButton
                icon="close"
                label={fill(words.removeValue, { number, what: name })}
                onClick={() => changeCount(withoutValue(sentence, index))}
              />
            )}
          </span>
        );
      })}
      {isList && (
        <IconButton
          icon="plus"
          label={fill(words.addValue, { what: name })}
          onClick={() => changeCount(withNewValue(sentence))}
        />
      )}
    </>
  );
}
