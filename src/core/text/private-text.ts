/** Names of values that are secret or personal. */
const privateName =
  /passw|secret|token|api[_-]?key|credential|authorization|cookie|session|e-?mail|phone|address/i;
const emailLike = /\S@\S/;
/** A password, a hash, an id or a token: one long word of letters and digits. */
const secretLike = /^(?=.*\d)(?=.*[a-z])[\w+/=.:-]{16,}$/i;
const tokenPrefix = /^(?:gatehouse_|gh[a-z]?_|sk[-_]|pk[-_]|xox|eyJ|whsec_|AKIA)/;
const numberLike = /^\+?[\d ().-]{7,}$/;
const addressLike = /^(?:\d{1,3}\.){3}\d{1,3}$|^[\da-f]*:[\da-f:]*:[\da-f:.]*$/i;

/** So that a long text takes no long time. */
const testedLengthMax = 200;
const patterns = [emailLike, secretLike, tokenPrefix, numberLike, addressLike];

/** Whether a name says that its values are secret or personal. */
export function isPrivateName(name: string): boolean {
  return privateName.test(name);
}

/** Whether a text looks like a secret, or like an e-mail address, a number or an address of a person. */
export function isPrivateText(text: string): boolean {
  const start = text.slice(0, testedLengthMax);
  return patterns.some((pattern) => pattern.test(start));
}
