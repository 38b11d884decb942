import type { ReactElement } from "react";
import { texts } from "../texts/texts.ts";
import { setLetterKeys, useLetterKeys } from "./letter-keys.ts";
import { Switch } from "./switch.tsx";

const words = texts.shortcuts;

/** Turns the keys without Ctrl or Alt on and off, in this browser. */
export function LetterKeysSwitch(): ReactElement {
  return (
    <div className="setting letter-keys">
      <Switch isOn={useLetterKeys()} label={words.letters} onChange={setLetterKeys} />
      <span className="hint">{words.lettersHint}</span>
    </div>
  );
}
