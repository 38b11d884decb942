import { GatehouseError } from "../../core/errors.ts";

/*
 * Which passwords are refused (docs/security.md#sign-in). Length counts most, so no kinds of
 * characters are required; passwords that attackers try first are refused.
 */

const nonLetters = /[^\p{Letter}]+/gu;
const nonLettersBefore = /^[^\p{Letter}]+/u;
const nonLettersAfter = /[^\p{Letter}]+$/u;

const lengthMin = 10;
const lengthMax = 200;
const distinctMin = 5;

/** Digits and signs that people use instead of letters, and that attackers undo. */
const replaced: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

/** Rows and diagonals of keyboards, the alphabet and digits; also backwards. */
const sequences = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789",
  "qwertyuiopasdfghjklzxcvbnm",
  "qwertzuiopasdfghjklyxcvbnm",
  "azertyuiopqsdfghjklmwxcvbn",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
  "qazwsxedcrfvtgbyhnujmikolp",
  "1q2w3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
];

/** The words in the most common passwords, in addition to digits and signs. */
const commonWords: ReadonlySet<string> = new Set(
  `password passwort passw pass passwd passphrase motdepasse contrasena senha qwerty qwertz azerty
  asdf asdfgh zxcvbn zxcvbnm qazwsx letmein welcome willkommen bienvenue admin administrator root
  user guest test testing tester demo default changeme change secret login master superman batman
  spiderman pokemon starwars dragon monkey shadow sunshine princess iloveyou ilove love loveyou
  football baseball basketball soccer hockey liverpool chelsea arsenal michael jordan jessica ashley
  charlie daniel thomas andrew joshua hunter killer trustno whatever computer internet samsung google
  facebook linkedin microsoft windows android apple iphone freedom summer winter spring autumn monday
  friday january december flower hello helloworld cookie cheese chocolate butterfly tigger ginger
  pepper buster maggie soleil mustang ferrari mercedes porsche harley corvette matrix blink lovely
  gatehouse flipper feature toggle server company temp temporary newpassword mypassword`.split(
    /\s+/,
  ),
);

/** The form of a password for hashing: the same text however the keyboard composes letters. */
export function normalizePassword(password: string): string {
  return password.normalize("NFKC");
}

/** Whether a text can be a password at all; the hash of a longer one would take long. */
export function isPossiblePassword(password: string): boolean {
  return password.length <= 2 * lengthMax && codePointCount(password) <= lengthMax;
}

/**
 * Throws `password_too_short`, `password_too_long` and `password_too_weak` for a new password.
 * `personal` contains texts that attackers know about the person, such as the e-mail address.
 */
export function checkNewPassword(password: string, personal: readonly string[]): void {
  if (!isPossiblePassword(password)) {
    throw new GatehouseError("password_too_long");
  }
  const normalized = normalizePassword(password);
  if (codePointCount(normalized) < lengthMin) {
    throw new GatehouseError("password_too_short");
  }
  if (isWeak(normalized.toLowerCase(), personal)) {
    throw new GatehouseError("password_too_weak");
  }
}

function isWeak(password: string, personal: readonly string[]): boolean {
  return (
    new Set(password).size < distinctMin ||
    isSequence(password) ||
    isRepeated(password) ||
    consistsOfKnown(password, personal)
  );
}

/** Whether a password is a part of a sequence, perhaps with digits and signs around it. */
function isSequence(password: string): boolean {
  return [password, trimmed(password)].some(
    (text) =>
      text.length > 2 &&
      sequences.some((sequence) => sequence.includes(text) || reversed(sequence).includes(text)),
  );
}

/** Whether a password repeats up to half of itself, as "abcdeabcde" does. */
function isRepeated(password: string): boolean {
  for (let length = 1; length <= password.length / 2; length++) {
    const unit = password.slice(0, length);
    if (unit.repeat(Math.ceil(password.length / length)).startsWith(password)) {
      return length < lengthMin;
    }
  }
  return false;
}

/** Whether a password consists of common words and personal texts, apart from digits and signs. */
function consistsOfKnown(password: string, personal: readonly string[]): boolean {
  const ofPerson = personal
    .flatMap((text) => [text, ...text.split(nonLetters)])
    .map((text) => lettersOf(text.toLowerCase()))
    .filter((text) => text.length > 2);
  const known = new Set([...commonWords, ...ofPerson]);
  const forms = [
    password,
    unreplaced(trimmed(password)),
    unreplaced(password.replace(nonLettersAfter, "")),
  ];
  return forms.some((form) => consistsOf(lettersOf(form), known));
}

/** Longer personal texts are not searched for. */
const wordLengthMax = 64;

/** Whether a text is a chain of one or more words. */
function consistsOf(text: string, words: ReadonlySet<string>): boolean {
  /** Whether the beginning of that length is a chain of words. */
  const isChain = [true];
  for (let end = 1; end <= text.length; end++) {
    let isEnd = false;
    for (let start = Math.max(0, end - wordLengthMax); start < end && !isEnd; start++) {
      isEnd = isChain[start] === true && words.has(text.slice(start, end));
    }
    isChain.push(isEnd);
  }
  return text !== "" && isChain[text.length] === true;
}

function unreplaced(text: string): string {
  return Array.from(text, (character) => replaced[character] ?? character).join("");
}

/** Passwords of digits and signs alone have no letters; then digits count as letters. */
function lettersOf(text: string): string {
  const letters = text.replace(nonLetters, "");
  return letters === "" ? text : letters;
}

function trimmed(text: string): string {
  return text.replace(nonLettersBefore, "").replace(nonLettersAfter, "");
}

function reversed(text: string): string {
  return [...text].reverse().join("");
}

function codePointCount(text: string): number {
  return [...text].length;
}
