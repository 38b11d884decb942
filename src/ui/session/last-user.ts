import { storedText, storeText } from "../parts/stored-text.ts";

/** The person who was signed in here last: the sign-in page then says that the session has ended. */
const name = "gatehouse-signed-in";

export function keepLastUser(user: number): void {
  storeText(name, String(user));
}

export function dropLastUser(): void {
  storeText(name, null);
}

/** The id of the person; null after signing out. */
export function lastUser(): number | null {
  const text = storedText(name);
  return text === null ? null : Number(text);
}
