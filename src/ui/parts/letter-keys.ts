import { storedText, storeText, useStoredText } from "./stored-text.ts";

const name = "gatehouse-letter-keys";
const off = "off";

/** Whether keys without Ctrl or Alt work; this browser remembers it. */
export function areLetterKeysOn(): boolean {
  return storedText(name) !== off;
}

export function setLetterKeys(isOn: boolean): void {
  storeText(name, isOn ? "on" : off);
}

export function useLetterKeys(): boolean {
  return useStoredText(name) !== off;
}
