import { setUpLink } from "../../app/commands/set-up-link.ts";
import type { Writer } from "../../app/writer/writer.ts";
import { newSecret } from "../../core/secrets/random-secret.ts";
import { hashToken, newTokenValue } from "../../core/secrets/token-value.ts";
import { printable } from "../../core/text/printable.ts";
import { ensureFirstLink, needsFirstLink } from "./first-link.ts";
import {
  type FirstStartFile,
  readFirstStartFile,
  writeFirstStartFile,
} from "./first-start-file.ts";
import { firstLinkNotice, firstTokenNotice, otherMachineNotice } from "./first-start-notices.ts";
import { ensureFirstToken } from "./first-token.ts";

const tokenAdvice = "Delete this file after you have stored the token safely.\n";
const linkAdvice = "The server deletes this file when the link is used.\n";
const bothAdvice =
  "The server deletes this file when the link is used: store the token safely before that.\n";
const tokenForm = /gatehouse_[\w-]{32}/;

export interface FirstStartOptions {
  readonly writer: Writer;
  readonly presetValue: string | undefined;
  readonly directory: string;
  /** Whether the server has a web UI, for which the first owner needs a link. */
  readonly offersLink: boolean;
  /** The URL of the API, for the `curl` line. */
  readonly apiUrl: string;
  /** The URL of the web UI, without a trailing slash. */
  readonly siteUrl: string;
  /** Whether these are public URLs, whose certificate clients trust. */
  readonly isPublic: boolean;
  /** Whether the server listens on all addresses. */
  readonly isOnEveryAddress?: boolean | undefined;
  readonly print: (text: string) => void;
  /** Whether `print` writes to a terminal; the output of a service goes to a log. */
  readonly isTerminal: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The secrets that a start shows; null where it shows none. */
interface Shown {
  readonly token: string | null;
  readonly code: string | null;
}

/**
 * Ensures the first token (`ensureFirstToken`) and the link of the first owner (`ensureFirstLink`),
 * and shows new ones once. It prints them on a terminal. Otherwise it writes them to first-start.txt
 * in the data directory and prints the path. The file is written before the secrets are stored, so
 * that no stored secret is lost.
 */
export async function showFirstStart(options: FirstStartOptions): Promise<void> {
  const { writer, presetValue, offersLink, print, isTerminal, now } = options;
  const isFirst = presetValue === undefined && writer.state.tokens.isEmpty();
  const needsLink = offersLink && needsFirstLink({ state: writer.state, now: now() });
  const planned: Shown = {
    token: isFirst ? newTokenValue() : null,
    code: needsLink ? newSecret() : null,
  };
  if (isTerminal || isNothing(planned)) {
    const stored = await store(options, planned);
    if (!isNothing(stored)) {
      print(noticeOf(options, stored));
    }
    return;
  }
  const file = await storeAndWrite(options, planned);
  if (file !== null) {
    print(`${file.shows} in ${printable(file.path)}\n`);
  }
}

/** Null if a command has created the token and the link since the server opened the data. */
async function storeAndWrite(
  options: FirstStartOptions,
  planned: Shown,
): Promise<{ readonly path: string; readonly shows: string } | null> {
  const known = knownToken(options);
  const write = ({ token, code }: Shown) => writeShown(options, { token: token ?? known, code });
  const undo = (file: FirstStartFile) => {
    if (known === null) {
      file.remove();
    } else {
      write({ token: null, code: null });
    }
  };
  const file = write(planned);
  let stored: Shown;
  try {
    stored = await store(options, planned);
  } catch (error) {
    undo(file);
    throw error;
  }
  if (isNothing(stored)) {
    undo(file);
    return null;
  }
  if (stored.token !== planned.token || stored.code !== planned.code) {
    write(stored);
  }
  return { path: file.path, shows: sentenceOf(stored) };
}

/** Resolves with the secrets that were stored. */
function store(
  { writer, presetValue, offersLink }: FirstStartOptions,
  { token, code }: Shown,
): Promise<Shown> {
  return writer.submit((draft) => ({
    token: ensureFirstToken(draft, presetValue, token ?? undefined),
    code: offersLink && code !== null && ensureFirstLink(draft, code) ? code : null,
  }));
}

/**
 * The token in the file of an earlier start, so that a file with a new link still shows it. Null for
 * a token that an interrupted start never stored.
 */
function knownToken({ directory, writer }: FirstStartOptions): string | null {
  const [value] = tokenForm.exec(readFirstStartFile(directory)) ?? [];
  return value !== undefined && writer.state.tokens.has(hashToken(value)) ? value : null;
}

function writeShown(options: FirstStartOptions, shown: Shown): FirstStartFile {
  const advice = shown.code === null ? tokenAdvice : shown.token === null ? linkAdvice : bothAdvice;
  return writeFirstStartFile(options.directory, noticeOf(options, shown) + advice);
}

function noticeOf(
  { apiUrl, siteUrl, isPublic, isOnEveryAddress }: FirstStartOptions,
  { token, code }: Shown,
): string {
  const ofToken = token === null ? "" : firstTokenNotice(token, apiUrl, isPublic);
  const ofLink = code === null ? "" : firstLinkNotice(setUpLink(siteUrl, code));
  const ofMachine = isOnEveryAddress === true && !isPublic ? otherMachineNotice : "";
  return ofToken + ofLink + ofMachine;
}

function sentenceOf({ token, code }: Shown): string {
  if (token === null) {
    return "the link to set up the web UI is";
  }
  return code === null
    ? "the token of this first start is"
    : "the token of this first start and the link to set up the web UI are";
}

function isNothing({ token, code }: Shown): boolean {
  return token === null && code === null;
}
