import { readFileSync } from "node:fs";
import { posix } from "node:path";

export interface SourceFile {
  /** Relative to the repository's root. */
  readonly path: string;
  readonly text: string;
}

/** The files that match a glob from the repository's root, sorted by path. */
export function readFiles(pattern: string): readonly SourceFile[] {
  const root = posix.dirname(import.meta.dir);
  const paths = [...new Bun.Glob(pattern).scanSync({ cwd: root, dot: true })].sort();
  return paths.map((path) => ({ path, text: readFileSync(posix.join(root, path), "utf8") }));
}

/** The imports of a file, also of types and workers: paths from the root, or names of packages. */
export function importsOf({ path, text }: SourceFile): readonly string[] {
  const specifiers = withoutComments(text).matchAll(
    /(?<!["'])(?:\bfrom|\bimport|\bnew URL)\s*\(?\s*"(?<specifier>[^"\n]+)"/g,
  );
  return Array.from(specifiers, ({ groups }) => {
    const specifier = groups?.specifier ?? "";
    return specifier.startsWith(".") ? posix.join(posix.dirname(path), specifier) : specifier;
  });
}

/**
 * The folder directly in `src/` of a source file, such as `http`; for a file directly in `src/` its
 * name.
 */
export function folderOf(path: string): string | undefined {
  return path.startsWith("src/") ? path.split("/")[1] : undefined;
}

const token =
  /(?<comment>\/\*[\s\S]*?\*\/|\/\/[^\n]*)|(?<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|(?<template>`(?:\\.|[^`\\])*`)|(?<=(?:[=(,:[!&|?{};]|\breturn)\s*)(?<regex>\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*)/g;

export function withoutComments(text: string): string {
  return text.replace(token, (match, comment?: string) => (comment === undefined ? match : ""));
}

/** Only the code: no comments, strings or patterns; of a template only its expressions. */
export function codeOf(text: string): string {
  return text.replace(token, (match, comment?: string, string?: string, template?: string) => {
    if (comment !== undefined) {
      return "";
    }
    if (template !== undefined) {
      return Array.from(match.matchAll(/\$\{([^}]*)\}/g), ([, code]) => code).join(";");
    }
    return string === undefined ? "0" : '""';
  });
}

const nameAlone = /^.[\w.[\]]*.$/;

/** The comments and texts alone, in their order: no inline code of comments, no expressions of templates, no names. */
export function proseOf(text: string): readonly string[] {
  return Array.from(text.matchAll(token), ({ groups }) => {
    const { comment, text: string, template } = groups ?? {};
    return (
      comment?.replace(/`[^`\n]*`/g, "").replace(/^\s*(?:\/?\*+\/?|\/\/)/gm, "") ??
      string?.replace(nameAlone, "") ??
      template?.replace(/\$\{[^}]*\}/g, " ") ??
      ""
    );
  });
}
