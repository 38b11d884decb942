import { quote } from "../../core/text/quote.ts";
import { importInvalid } from "./import-invalid.ts";
import { findYamlDuplicate } from "./yaml-duplicates.ts";

/** The limits of a document of another system, which is parsed as a whole. */
export const peerJsonLengthMax = 16 * 1024 * 1024;
/** Less than of JSON, because its parser is slower. */
export const peerYamlLengthMax = 4 * 1024 * 1024;

/** Aliases can repeat a value exponentially often. */
const valuesMax = 2_000_000;
const jsonStart = /^\s*[[{]/;

/**
 * Parses a file of another system: JSON, or YAML with any number of documents, which become a list.
 * Throws import_invalid.
 */
export function parsePeerDocument(text: string): unknown {
  if (text.length > peerJsonLengthMax) {
    throw importInvalid(`it has more than ${peerJsonLengthMax} characters`);
  }
  const document = jsonStart.test(text) ? parseJsonOrYaml(text) : parseYaml(text);
  requireFewValues(document);
  return document;
}

function parseJsonOrYaml(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    try {
      return parseYaml(text);
    } catch {
      // Most files that start with a bracket are JSON.
      throw importInvalid(`it is not valid JSON: ${messageOf(error)}`, error);
    }
  }
}

function parseYaml(text: string): unknown {
  if (text.length > peerYamlLengthMax) {
    throw importInvalid(
      `it is YAML with more than ${peerYamlLengthMax} characters; convert it to JSON`,
    );
  }
  const document = parsedYaml(text);
  const duplicate = findYamlDuplicate(text);
  if (duplicate !== undefined) {
    throw importInvalid(`its line ${duplicate.line} repeats the key ${quote(duplicate.key)}`);
  }
  return document;
}

function parsedYaml(text: string): unknown {
  try {
    return Bun.YAML.parse(text);
  } catch (error) {
    throw importInvalid(`it is neither JSON nor YAML: ${messageOf(error)}`, error);
  }
}

function requireFewValues(document: unknown): void {
  const open = [document];
  for (let count = 0; open.length > 0; count++) {
    if (count + open.length > valuesMax) {
      throw importInvalid(`it has more than ${valuesMax} values`);
    }
    const value = open.pop();
    if (typeof value === "object" && value !== null) {
      for (const member of Object.values(value)) {
        open.push(member);
      }
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
