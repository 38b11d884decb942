import type { Mutation } from "./mutation.ts";

const answers = "api/flipper/answers/list-blocks.property.nightly.test.ts";
const sets = "core/evaluation/chunked-set.long.test.ts";

/** Mutations of lists in blocks and of sets in chunks, whose parts are kept and shared. */
export const listMutations: readonly Mutation[] = [
  {
    threat: "lists: a block is kept although one of its features changed",
    file: "src/app/snapshots/feature-blocks.ts",
    from: "    if (!areSame(before, after)) {",
    to: "    if (before.length !== after.length) {",
    tests: [answers],
  },
  {
    threat: "lists: a draft that was not kept changes what a list has",
    file: "src/core/model/changed-keys.ts",
    from: "from === undefined || to === undefined || from.log !== to.log",
    to: "from === undefined || to === undefined",
    tests: [answers],
  },
  {
    threat: "lists: the bounds of blocks depend on more than the keys",
    file: "src/api/flipper/answers/snapshot-answers.ts",
    from: "  for (const [index, block] of blocksOf(toggles).entries()) {",
    to: "  for (const [index, block] of blocksOf(toggles.slice(1)).entries()) {",
    tests: [answers],
  },
  {
    threat: "lists: equal lists have different tags",
    file: "src/http/response/streamed-answer.ts",
    from: "    tag.add(ofBlock.value);",
    to: '    tag.add(ofBlock.value + "x");',
    tests: [answers],
  },
  {
    threat: "lists: the gzip form of a list in blocks has a wrong checksum",
    file: "src/http/response/gzip-pieces.ts",
    from: "    this.#crc32 = joinedCrc32(this.#crc32, crc32, length);",
    to: "    this.#crc32 = crc32;",
    tests: [answers],
  },
  {
    threat: "sets: a chunk is kept at a place where no chunk begins",
    file: "src/core/evaluation/chunked-set.ts",
    from: "    if (this.#open.length > 0) {",
    to: "    if (this.#open.length > 1_000_000) {",
    tests: [sets],
  },
  {
    threat: "sets: one actor more makes every chunk anew",
    file: "src/core/evaluation/sorted-set.ts",
    from: "      writer.keep(each);",
    to: "      writer.add(each);",
    tests: [sets],
  },
  {
    threat: "sets: a difference leaves out what changed",
    file: "src/core/evaluation/sorted-set.ts",
    from: "  return set.chunks.filter((chunk) => !shared.has(chunk));",
    to: "  return set.chunks.filter((chunk) => !shared.has(chunk)).slice(1);",
    tests: [sets],
  },
  {
    threat: "sets: an actor is looked for in the wrong chunk",
    file: "src/core/evaluation/chunked-set.ts",
    from: '(compareUtf8(this.chunks[middle]?.[0] ?? "", value) <= 0)',
    to: '(compareUtf8(this.chunks[middle]?.[0] ?? "", value) < 0)',
    tests: [sets],
  },
  {
    threat: "sets: a set that became small keeps its chunks",
    file: "src/core/evaluation/chunked-set.ts",
    from: "this.#length > smallSetMax ?",
    to: "this.#length > 0 ?",
    tests: [sets],
  },
];
