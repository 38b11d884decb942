import { type ReactElement, useState } from "react";
import { CopyButton } from "../parts/copy-button.tsx";
import { Card } from "../parts/page.tsx";
import { Segmented } from "../parts/segmented.tsx";
import { fill } from "../texts/fill.ts";
import { trustTexts } from "../texts/trust-texts.ts";
import { ciExamples } from "./ci-systems.ts";

const { example: words, form } = trustTexts;
const choices = (["github", "gitlab"] as const).map((value) => ({
  value,
  label: form.systems[value],
}));

/** How a job exchanges its token, to copy. */
export function CiExample(): ReactElement {
  const [system, setSystem] = useState<keyof typeof ciExamples>("github");
  const code = ciExamples[system];
  return (
    <Card title={words.title}>
      <div className="stack">
        <p>{words.text}</p>
        <div>
          <Segmented choices={choices} label={form.system} onChoose={setSystem} value={system} />
        </div>
        <div className="command command-lines">
          <pre
            aria-label={fill(words.label, { system: form.systems[system] })}
            role="region"
            tabIndex={0}
          >
            {code}
          </pre>
          <CopyButton text={code} />
        </div>
      </div>
    </Card>
  );
}
