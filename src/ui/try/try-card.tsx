import { type KeyboardEvent, type ReactElement, useState } from "react";
import { actorsIn } from "../gates/actor-ids.ts";
import { Button } from "../parts/button.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { TextArea, TextField } from "../parts/field.tsx";
import { Card } from "../parts/page.tsx";
import { texts } from "../texts/texts.ts";
import { TryResult } from "./try-result.tsx";
import { propertiesIn } from "./typed-properties.ts";
import { type TypedQuestion, useTryQuestion } from "./use-try-question.ts";

const words = texts.tryIt;

/** Shows whether a feature is enabled for an actor, and why. */
export function TryCard({ featureKey }: { readonly featureKey: string }): ReactElement {
  const { asked, isAsked, answer, ask } = useTryQuestion(featureKey);
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
      aside={isAnswer && <CopyButton label={words.share} text={window.location.href} />}
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
          <TryResult answer={answer.data} />
        )}
      </div>
    </Card>
  );
}

function TryForm({
  question,
  isBusy,
  onChange,
  onAsk,
}: {
  readonly question: TypedQuestion;
  readonly isBusy: boolean;
  readonly onChange: (question: TypedQuestion) => void;
  readonly onAsk: () => void;
}): ReactElement {
  const { properties, problem } = propertiesIn(question.properties);
  // The server checks properties of actors: without an id it would silently ignore them.
  const isIdMissing =
    properties !== null &&
    Object.keys(properties).length > 0 &&
    actorsIn(question.ids).ids.length === 0;
  const canAsk = problem === null && !isIdMissing;
  const submit = () => {
    if (canAsk) {
      onAsk();
    }
  };
  const onEnter = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      submit();
    }
  };
  return (
    <form
      className="stack try-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        autoComplete="off"
        error={isIdMissing ? words.idMissing : undefined}
        label={words.ids}
        onChange={({ target }) => onChange({ ...question, ids: target.value })}
        placeholder="User;1042"
        spellCheck={false}
        value={question.ids}
      />
      <TextArea
        error={problem ?? undefined}
        hint={words.propertiesHint}
        label={words.properties}
        onChange={({ target }) => onChange({ ...question, properties: target.value })}
        onKeyDown={onEnter}
        placeholder={"plan = pro\nseats = 14"}
        rows={Math.min(Math.max(question.properties.split("\n").length, 2), 10)}
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
      <Button disabled={!canAsk} isBusy={isBusy} look="main" type="submit">
        {words.submit}
      </Button>
    </form>
  );
}

function isSameQuestion(left: TypedQuestion, right: TypedQuestion): boolean {
  return (
    left.ids === right.ids && left.groups === right.groups && left.properties === right.properties
  );
}
