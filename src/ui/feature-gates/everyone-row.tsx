import type { ReactElement } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import type { DraftOfFeature } from "../drafts/use-feature-draft.ts";
import { Gauge } from "../parts/gauge.tsx";
import { Switch } from "../parts/switch.tsx";
import { useMay } from "../session/session.ts";
import { gatesTexts } from "../texts/gates-texts.ts";
import { texts } from "../texts/texts.ts";
import { Edited } from "./gate-row.tsx";

const words = gatesTexts.gates.everyone;

/** The boolean gate, with its switch. */
export function EveryoneRow({
  feature,
  draft,
  isBusy,
  onSwitch,
}: {
  readonly feature: FeatureAnswer;
  readonly draft: DraftOfFeature;
  readonly isBusy: boolean;
  readonly onSwitch: (isOn: boolean) => void;
}): ReactElement {
  const mayChange = useMay("member");
  const saved = feature.gates.boolean;
  const edited = draft.edits.boolean;
  const isOn = edited ?? saved;
  return (
    <section
      aria-label={words.title}
      className="gate-row"
      data-gate="boolean"
      data-set="true"
      data-state={edited === undefined ? "saved" : "edited"}
    >
      <div className="gate-line">
        <Gauge value={{ kind: isOn ? "everyone" : "off" }} />
        <h3 className="gate-name">{words.title}</h3>
        <span className="gate-value">
          {edited === undefined ? (
            valueWords(saved)
          ) : (
            <Edited edited={valueWords(edited)} saved={valueWords(saved)} />
          )}
        </span>
        <span className="gate-when">
          {mayChange ? (
            <Switch
              isBusy={isBusy}
              isLabelShown={false}
              isOn={isOn}
              label={texts.feature.enabledForEveryone}
              onChange={onSwitch}
            />
          ) : (
            texts.states[saved ? "on" : "off"]
          )}
        </span>
      </div>
    </section>
  );
}

function valueWords(isOn: boolean): string {
  return isOn ? words.on : words.off;
}
