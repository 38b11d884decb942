import { anchorsOf } from "./references.ts";

/** A sentence that promises what stays, how often it counts, or in which order it comes. */
export interface PromiseSentence {
  readonly text: string;
  /** The file and the anchor of the section, as in `docs/api.md#limits`. */
  readonly section: string;
}

/** These find the promises of durability and consistency, and few other sentences. */
const promising: readonly RegExp[] = [
  /\b(?:nothing|no|not|never|may be|are)\b[^.;]* lost\b/i,
  /\bloses? (?:it|nothing|the counts|counts|its oldest)\b|\bloses no (?:accepted|submission)|\bnever loses\b|\bmay lose\b/i,
  /\bsurvives?\b(?! the)|\bdurable\b(?! (?:and audited )?(?:gate )?write|,| and audited)|\backnowledged\b|\bon (?:its )?disk\b|\bsynchronous standby\b/i,
  /\bexactly once\b|(?<!name )\bcounts? (?:it )?once\b|\b(?:counted|kept|once and) (?:once|in order)\b|\bkeeps it once\b|\bthe step once\b/i,
  /\b(?:counts?|counted|committed|applied|message|webhook|nothing)\b[^.;]* twice\b/i,
  /\b(?:change|submission|telemetry|it|they|nothing)\b[^.;]* (?:is|are|was|were) (?:not )?kept\b(?!,| within)|"Kept"|\bkept for ever\b/i,
  /\bpower (?:is (?:cut|lost)|cut|failure|fails)\b|\bkilled (?:process|server)\b|\b(?:process|server|replica|leader) (?:ends or )?(?:is|was) killed\b|\bkill loses\b/i,
  /\bin the order of the (?:changes|commits)\b|\bin order, (?:before|also)\b|\bnever decreases?\b|\bstill rise\b/i,
  /\bof any client sees it\b|\bat other servers\b|\bknow everything\b|\breplica has the change\b|\bmissed (?:events|changes)\b/i,
  /\bbackup or nothing\b|\bor nothing changes\b|\b(?:499|and) changed nothing\b/i,
  /\breplaces the file as a whole\b|\bonly a whole list\b|\bstream breaks\b|\bwas interrupted\b/i,
  /\bserves this copy\b|\bserves its copy, for|\bmoved or removed\b/i,
  /\bfrozen\b|\b(?:jump|jumps|jumped) of the clock\b|\bclock (?:jumps|jumped)\b|\bwrong clock\b/i,
];

const codeBlock = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ {0,3}\1[ \t]*$/gm;
const generated = /^<!-- (\w+) -->$[\s\S]*?^<!-- \/\1 -->$/gm;

/** Splits a document into sections; each has the anchor of its heading. */
function sectionsOf(text: string): readonly (readonly [string, string])[] {
  const prose = text
    .replace(codeBlock, "")
    .replace(generated, "")
    .replace(/<!--[\s\S]*?-->/g, "");
  const anchors = [...anchorsOf(prose)];
  const [, ...sections] = prose.split(/^#{1,6} +/m);
  return sections.map((section, index) => [anchors[index] ?? "", section]);
}

/** Sentences of paragraphs, items of lists, and cells of tables. */
function sentencesOf(section: string): readonly string[] {
  const blocks = section
    .split(/\n(?=\s*(?:[-*|]|\d+\.)\s)|\n{2,}/)
    .map((block) => block.replace(/\s+/g, " ").trim());
  return blocks
    .flatMap((block) => (block.startsWith("|") ? block.split("|") : [block]))
    .flatMap((block) => block.split(/(?<=[.:]\)?) (?=[A-Z*`"“])/))
    .map((sentence) => sentence.trim());
}

export function promisesIn(path: string, text: string): readonly PromiseSentence[] {
  return sectionsOf(text).flatMap(([anchor, section]) =>
    sentencesOf(section)
      .filter((sentence) => promising.some((pattern) => pattern.test(sentence)))
      .map((sentence) => ({ text: sentence, section: `${path}#${anchor}` })),
  );
}
