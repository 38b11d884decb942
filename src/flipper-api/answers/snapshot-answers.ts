import type { AnswerHeaders } from "../../http/response/answer-headers.ts";
import { LargeAnswer } from "../../http/response/large-answer.ts";
import { PreparedAnswer } from "../../http/response/prepared-answer.ts";
import { streamedAnswer } from "../../http/response/streamed-answer.ts";
import { TextBlock } from "../../http/response/text-block.ts";
import type { FeatureBlock } from "../../snapshots/feature-blocks.ts";
import type { Snapshot } from "../../snapshots/snapshot.ts";
import { SnapshotMemo } from "../../snapshots/snapshot-memo.ts";
import type { Toggle } from "../../toggles/toggle.ts";
import { BlockTexts } from "./block-texts.ts";
import { CheckAnswer } from "./check-answer.ts";
import {
  type FeatureShape,
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

/** A list of more features is a long one in every shape but one. */
const shortListFeaturesMax = 2_000;

const blockTexts = new BlockTexts();

/**
 * Returns a function that gives the answer of GET /features for all features in each shape; it is
 * kept with the snapshot, and its headers depend on the revision.
 */
export function listAnswers(headersOf: HeadersOf) {
  const byShape: SnapshotMemo<PreparedAnswer | LargeAnswer>[] = [];
  return (snapshot: Snapshot, shape: FeatureShape): PreparedAnswer | LargeAnswer => {
    const index = shapeIndex(shape);
    byShape[index] ??= new SnapshotMemo((all) => {
      const text =
        all.featureCount > shortListFeaturesMax ? null : shortListJson(all.eachToggle(), shape);
      return text === null
        ? longAnswer(all, shape, headersOf)
        : new PreparedAnswer(text, headersOf);
    });
    return byShape[index].of(snapshot);
  };
}

const start = constantBlock(listStart);
const separator = constantBlock(listSeparator);
const end = constantBlock(listEnd);

function constantBlock(text: string): TextBlock {
  return new TextBlock({ parts: () => [text], bytesEstimate: text.length });
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

/** Answers GET /features for some features; nothing of it is kept. */
export function answerSome(
  request: Request,
  toggles: readonly Toggle[],
  shape: FeatureShape,
  headers: AnswerHeaders,
): Response | Promise<Response> {
  const text = shortListJson(toggles, shape);
  return text === null
    ? streamedAnswer(request, () => listParts(toggles, shape), headers)
    : new PreparedAnswer(text, () => headers).respond(request, 0);
}
