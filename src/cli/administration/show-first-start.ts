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

const tokenAdvice = "Remove this file once the token is in a safe place.\n";
const linkAdvice = "The server removes this file when the link is used.\n";
const bothAdvice =
  "The server removes this file when the link is used: put the token in a safe place before.\n";
const tokenForm = /gatehouse_[\w-]{32}/;

export interface FirstStartOptions {
  readonly writer: Writer;
  readonly presetValue: string | undefined;
  readonly directory: string;
  /** Whether the server has a web UI, which its first owner sets up with a link. */
  readonly offersLink: boolean;
  /** The URL of the API, for the line that tries the token. */
  readonly apiUrl: string;
  /** The URL of the web UI, without a slash at its end. */
  readonly siteUrl: string;
  /** Whether the URLs are those of clients, whose certificates these trust. */
  readonly isPublic: boolean;
  /** Whether the server listens on every address of its machine. */
  readonly isOnEveryAddress?: boolean | undefined;
  readonly print: (text: string) => void;
  /** Whether `print` writes to a terminal; the output of a service ends in a log. */
  readonly isTerminal: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The secrets that a start shows; null for one that it does not. */
interface Shown {
  readonly token: string | null;
  readonly code: string | null;
}

/**
 * Ensures the first token (`ensureFirstToken`) and the link of the first owner (`ensureFirstLink`),
 * and shows new ones once: on a terminal, else in first-start.txt in the data directory, whose path
 * is printed. The file is written before they are stored, so that nothing is stored that nobody can
 * know.
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

/** Null if a command of the shell has created the token and the link since the server was opened. */
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

/** Resolves with what was stored of what was planned. */
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
 * The token that the file of an earlier version still shows, so that a link that is written to the
 * file does not remove it. A token that was never stored, by a start that was interrupted, is none.
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
