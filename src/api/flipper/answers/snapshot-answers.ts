import { blocksOf, type FeatureBlock } from "../../../app/snapshots/feature-blocks.ts";
import type { Snapshot } from "../../../app/snapshots/snapshot.ts";
import { SnapshotMemo } from "../../../app/snapshots/snapshot-memo.ts";
import type { Toggle } from "../../../core/evaluation/toggle.ts";
import type { AnswerHeaders } from "../../../http/response/answer-headers.ts";
import { LargeAnswer } from "../../../http/response/large-answer.ts";
import { PreparedAnswer } from "../../../http/response/prepared-answer.ts";
import { streamedAnswer } from "../../../http/response/streamed-answer.ts";
import { TextBlock } from "../../../http/response/text-block.ts";
import { BlockTexts } from "./block-texts.ts";
import { CheckAnswer } from "./check-answer.ts";
import {
  type FeatureShape,
  featureListParts,
  listEnd,
  listParts,
  listSeparator,
  listStart,
  shapeIndex,
  shortListJson,
} from "./feature-json.ts";

/** The prepared actor check of all features of a snapshot. */
export const checkAnswers = new SnapshotMemo((snapshot) => new CheckAnswer(snapshot));

type HeadersOf = (revision: number) => AnswerHeaders;

/** A list with more features is long in every shape but one. */
const shortListFeaturesMax = 2_000;

const blockTexts = new BlockTexts();

/**
 * Returns a function that gives the answer of GET /features for all features in each shape. The
 * answer is cached with the snapshot, and its headers depend on the revision.
 */
export function listAnswers(headersOf: HeadersOf) {
  const byShape: SnapshotMemo<PreparedAnswer | LargeAnswer>[] = [];
  return (snapshot: Snapshot, shape: FeatureShape): PreparedAnswer | LargeAnswer => {
    const index = shapeIndex(shape);
    byShape[index] ??= new SnapshotMemo((all) => {
      const text = shortText(all.featureCount, all.eachToggle(), shape);
      return text === null
        ? longAnswer(all, shape, headersOf)
        : new PreparedAnswer(text, headersOf);
    });
    return byShape[index].of(snapshot);
  };
}

/**
 * Null for a long list. Depends on the content alone, because short and long lists have different
 * tags.
 */
function shortText(count: number, toggles: Iterable<Toggle>, shape: FeatureShape): string | null {
  return count > shortListFeaturesMax ? null : shortListJson(toggles, shape);
}

const start = constantBlock(listStart);
const separator = constantBlock(listSeparator);
const end = constantBlock(listEnd);

function constantBlock(text: string): TextBlock {
  return new TextBlock({ parts: () => [text], bytesEstimate: () => text.length });
}

function longAnswer(all: Snapshot, shape: FeatureShape, headersOf: HeadersOf): LargeAnswer {
  return new LargeAnswer({
    blocks: () => {
      const blocks = all.blocksIfQuick();
      return blocks && listOfBlocks(blocks, shape);
    },
    findBlocks: function* find() {
      return listOfBlocks(yield* all.makeBlocks(), shape);
    },
    parts: () => listParts(all.eachToggle(), shape),
    headersOf,
    onResized: () => all.reportResized(),
  });
}

function listOfBlocks(blocks: readonly FeatureBlock[], shape: FeatureShape): readonly TextBlock[] {
  return [
    start,
    ...blocks.flatMap((block, index) => {
      const text = blockTexts.of(block, shape);
      return index === 0 ? [text] : [separator, text];
    }),
    end,
  ];
}

/** The texts of `listOfBlocks`, in parts. */
function* partsOfBlocks(
  toggles: readonly Toggle[],
  shape: FeatureShape,
): Generator<Iterable<string>> {
  yield [listStart];
  for (const [index, block] of blocksOf(toggles).entries()) {
    if (index > 0) {
      yield [listSeparator];
    }
    yield featureListParts(block.toggles, shape);
  }
  yield [listEnd];
}

/**
 * Answers GET /features for some features, without a cache. The list of all features has the same tag
 * if its content is the same.
 */
export function answerSome(
  request: Request,
  toggles: readonly Toggle[],
  shape: FeatureShape,
  headers: AnswerHeaders,
): Response | Promise<Response> {
  const text = shortText(toggles.length, toggles, shape);
  return text === null
    ? streamedAnswer(request, () => partsOfBlocks(toggles, shape), headers)
    : new PreparedAnswer(text, () => headers).respond(request, 0);
}
