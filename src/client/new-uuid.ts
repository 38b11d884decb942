const digits = /x/g;

/** A random UUID. It only has to be unique, and not every page has `crypto.randomUUID`. */
export function newUuid(): string {
  return "xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx".replace(digits, () =>
    Math.floor(Math.random() * 16).toString(16),
  );
}
