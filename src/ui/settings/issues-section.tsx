import { type ReactElement, useState } from "react";
import { showDone } from "../api/toast-manager.ts";
import { useAnswer, useChange } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { Fact } from "../parts/fact.tsx";
import { TextField } from "../parts/field.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { useMayInOrganization } from "../session/session.ts";
import { settingsTexts } from "../texts/settings-texts.ts";
import { texts } from "../texts/texts.ts";

const { issues: words } = settingsTexts.settings;

/** The address of the issues that reasons name. */
export function IssuesSection(): ReactElement {
  const query = useAnswer("GET /issue-pattern", {});
  const isAdmin = useMayInOrganization("admin");
  return (
    <Card title={words.title}>
      <Loaded name={words.title} query={query}>
        {({ pattern }) =>
          isAdmin ? (
            <IssuesForm pattern={pattern ?? ""} />
          ) : (
            <>
              <p className="spaced">{words.text}</p>
              <dl className="facts">
                <Fact label={words.pattern}>{pattern ?? words.none}</Fact>
              </dl>
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function IssuesForm({ pattern: saved }: { readonly pattern: string }): ReactElement {
  const [pattern, setPattern] = useState(saved);
  const save = useChange("PUT /issue-pattern", {
    isShown: () => true,
    onDone: () => showDone(words.saved),
  });
  return (
    <form
      className="stack narrow"
      onSubmit={(event) => {
        event.preventDefault();
        const text = pattern.trim();
        save.mutate({ body: { pattern: text === "" ? null : text } });
      }}
    >
      <p>{words.text}</p>
      <TextField
        autoComplete="off"
        error={save.error?.message}
        hint={words.hint}
        label={words.pattern}
        onChange={({ target }) => setPattern(target.value)}
        placeholder={words.example}
        spellCheck={false}
        value={pattern}
      />
      <div>
        <Button isBusy={save.isPending} look="main" type="submit">
          {texts.common.save}
        </Button>
      </div>
    </form>
  );
}
