import type { ReactElement } from "react";
import { useAnswer, useChange } from "../api/use-answer.ts";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { Switch } from "../parts/switch.tsx";
import { useMayInOrganization } from "../session/session.ts";
import { settingsTexts } from "../texts/settings-texts.ts";

const { sample: words } = settingsTexts.settings;

/** Whether the project keeps a sample of the actors that servers check. */
export function ActorSampleCard(): ReactElement {
  const query = useAnswer("GET /actor-sample", {});
  const isAdmin = useMayInOrganization("admin");
  const set = useChange("PUT /actor-sample");
  return (
    <Card title={words.title}>
      <Loaded name={words.title} query={query}>
        {({ samplesActors }) =>
          isAdmin ? (
            <>
              <Switch
                isBusy={set.isPending}
                isOn={samplesActors}
                label={words.keep}
                onChange={(isOn) => set.mutate({ body: { samplesActors: isOn } })}
              />
              <p className="hint">{words.hint}</p>
            </>
          ) : (
            <p>{samplesActors ? words.isOn : words.isOff}</p>
          )
        }
      </Loaded>
    </Card>
  );
}
