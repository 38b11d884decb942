import { type KeyboardEvent, type ReactElement, useRef, useState } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import type { DraftOfFeature } from "../drafts/use-feature-draft.ts";
import { propertiesIn } from "../expressions/typed-properties.ts";
import { Button } from "../parts/button.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { TextArea, TextField } from "../parts/field.tsx";
import { Card } from "../parts/page.tsx";
import { useShortcuts } from "../parts/use-shortcuts.ts";
import { evaluationsTexts } from "../texts/evaluations-texts.ts";
import { triedActorsIn } from "./tried-actors.ts";
import { TryAnswer } from "./try-answer.tsx";
import { isSameQuestion, type TypedQuestion, useTryQuestion } from "./use-try-question.ts";

const words = evaluationsTexts.tryIt;
const linesMax = 10;

/** Shows whether a feature is enabled for actors, and why: as saved, and with the draft. */
export function TryCard({
  feature,
  draft,
}: {
  readonly feature: FeatureAnswer;
  readonly draft: DraftOfFeature;
}): ReactElement {
  const { asked, isAsked, answer, ask } = useTryQuestion(feature.key, draft);
  const [question, setQuestion] = useState(asked);
  const [seen, setSeen] = useState(asked);
  if (!isSameQuestion(seen, asked)) {
    // Another link was opened.
    setSeen(asked);
    setQuestion(asked);
  }
  const isAnswer = isAsked && (answer.data !== undefined || answer.error !== null);
  return (
    <Card
      aside={
        isAnswer && (
          <CopyButton icon="link" isSmall={true} label={words.share} text={window.location.href} />
        )
      }
      title={words.title}
    >
      <TryForm
        isBusy={isAsked && answer.isFetching}
        onAsk={() => ask(question)}
        onChange={setQuestion}
        question={question}
      />
      <div aria-live="polite" className="try-answer">
        {isAsked && answer.error !== null && <p className="field-error">{answer.error.message}</p>}
        {isAsked && answer.error === null && answer.data !== undefined && (
          <TryAnswer answer={answer.data} draft={draft} />
        )}
      </div>
    </Card>
  );
}

interface TryFormProps {
  readonly question: TypedQuestion;
  readonly isBusy: boolean;
  readonly onChange: (question: TypedQuestion) => void;
  readonly onAsk: () => void;
}

function TryForm(props: TryFormProps): ReactElement {
  const { question, isBusy, onChange, onAsk } = props;
  const ids = useRef<HTMLTextAreaElement>(null);
  useShortcuts({ t: () => ids.current?.select() });
  const { properties, problem } = propertiesIn(question.properties);
  const actors = triedActorsIn(question.ids);
  // The server checks properties of actors: without an id it would silently ignore them.
  const isIdMissing =
    properties !== null &&
    Object.keys(properties).length > 0 &&
    actors.problem === null &&
    actors.lines.length === 0;
  const actorProblem = isIdMissing ? words.idMissing : (actors.problem ?? undefined);
  const canAsk = problem === null && actorProblem === undefined;
  const submit = () => {
    if (canAsk) {
      onAsk();
    }
  };
  const onEnter = submitOnEnter(submit);
  return (
    <form
      className="stack try-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="try-line">
        <TextArea
          autoCapitalize="none"
          autoComplete="off"
          error={actorProblem}
          isLabelHidden={true}
          label={words.ids}
          onChange={({ target }) => onChange({ ...question, ids: target.value })}
          onKeyDown={onEnter}
          placeholder={words.empty}
          ref={ids}
          rows={linesIn(question.ids)}
          spellCheck={false}
          title={words.idsHint}
          value={question.ids}
        />
        <Button disabled={!canAsk} isBusy={isBusy} type="submit">
          {words.submit}
        </Button>
      </div>
      <TryDetails {...props} onEnter={onEnter} problem={problem} properties={properties} />
    </form>
  );
}

function submitOnEnter(submit: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.shiftKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      submit();
    }
  };
}

function TryDetails({
  question,
  properties,
  problem,
  onChange,
  onEnter,
}: TryFormProps & {
  readonly properties: Readonly<Record<string, unknown>> | null;
  readonly problem: string | null;
  readonly onEnter: (event: KeyboardEvent) => void;
}): ReactElement {
  return (
    <details className="try-details" open={problem !== null || undefined}>
      <summary>{detailsWords(question, properties)}</summary>
      <div className="stack">
        <p className="hint">{words.idsHint}</p>
        <TextArea
          error={problem ?? undefined}
          hint={words.propertiesHint}
          label={words.properties}
          onChange={({ target }) => onChange({ ...question, properties: target.value })}
          onKeyDown={onEnter}
          placeholder={"plan = pro\nseats = 14"}
          rows={Math.max(linesIn(question.properties), 2)}
          spellCheck={false}
          value={question.properties}
        />
        <TextField
          autoComplete="off"
          label={words.groups}
          onChange={({ target }) => onChange({ ...question, groups: target.value })}
          placeholder="staff"
          spellCheck={false}
          title={words.groupsHint}
          value={question.groups}
        />
      </div>
    </details>
  );
}

function linesIn(text: string): number {
  return Math.min(text.split("\n").length, linesMax);
}

/** The properties and groups in a line, as in "plan = pro, seats = 14 · no groups". */
function detailsWords(
  { groups }: TypedQuestion,
  properties: Readonly<Record<string, unknown>> | null,
): string {
  const names = Object.entries(properties ?? {}).map(
    ([name, value]) => `${name} = ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  if (names.length === 0 && groups.trim() === "") {
    return words.details;
  }
  return `${names.join(", ") || words.noProperties} · ${groups.trim() || words.noGroups}`;
}
