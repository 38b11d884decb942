import { type ReactElement, useState } from "react";
import type { AnswerOf } from "../api/call.ts";
import { showDone } from "../api/toast-manager.ts";
import { useAnswer, useChange } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { Fact } from "../parts/fact.tsx";
import { TextField } from "../parts/field.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { RetiredKeysCard } from "../retired/retired-keys-card.tsx";
import { useMayInOrganization } from "../session/session.ts";
import { formatNumber } from "../texts/fill.ts";
import { settingsTexts } from "../texts/settings-texts.ts";
import { texts } from "../texts/texts.ts";

const { cleanup: words } = settingsTexts.settings;

type Cleanup = AnswerOf<"GET /cleanup">;

const longevities = ["temporary", "permanent", "unset"] as const;

/** Which features the list marks as finished. */
export function CleanupSection(): ReactElement {
  const query = useAnswer("GET /cleanup", {});
  const isAdmin = useMayInOrganization("admin");
  return (
    <>
      <Card title={words.title}>
        <Loaded name={words.title} query={query}>
          {(cleanup) =>
            isAdmin ? <CleanupForm cleanup={cleanup} /> : <CleanupFacts cleanup={cleanup} />
          }
        </Loaded>
      </Card>
      <RetiredKeysCard />
    </>
  );
}

function CleanupFacts({ cleanup }: { readonly cleanup: Cleanup }): ReactElement {
  return (
    <>
      <p className="spaced">{words.text}</p>
      <dl className="facts">
        <Fact label={words.days}>{formatNumber(cleanup.days)}</Fact>
        <Fact label={words.longevities}>
          {cleanup.longevities.map((each) => texts.newFeature.longevities[each]).join(", ")}
        </Fact>
      </dl>
    </>
  );
}

function CleanupForm({ cleanup }: { readonly cleanup: Cleanup }): ReactElement {
  const [days, setDays] = useState(String(cleanup.days));
  const [chosen, setChosen] = useState(cleanup.longevities);
  const save = useChange("PUT /cleanup", {
    isShown: () => true,
    onDone: () => showDone(words.saved),
  });
  return (
    <form
      className="stack narrow"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ body: { days: Number(days), longevities: chosen } });
      }}
    >
      <p>{words.text}</p>
      <TextField
        error={save.error?.message}
        label={words.days}
        max={3_650}
        min={1}
        onChange={({ target }) => setDays(target.value)}
        required={true}
        type="number"
        value={days}
      />
      <fieldset className="checks">
        <legend>{words.longevities}</legend>
        {longevities.map((longevity) => (
          <label key={longevity}>
            <input
              checked={chosen.includes(longevity)}
              onChange={({ target }) =>
                setChosen(
                  longevities.filter((each) =>
                    each === longevity ? target.checked : chosen.includes(each),
                  ),
                )
              }
              type="checkbox"
            />
            {texts.newFeature.longevities[longevity]}
          </label>
        ))}
      </fieldset>
      <div>
        <Button isBusy={save.isPending} look="main" type="submit">
          {texts.common.save}
        </Button>
      </div>
    </form>
  );
}
