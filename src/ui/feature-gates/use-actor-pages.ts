import { useInfiniteQuery } from "@tanstack/react-query";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import { type AnswerOf, type CallError, call } from "../api/call.ts";
import { useEnvironment } from "../paths/environment.ts";

/** The maximum number of actors that scrolling loads; a filter finds the others. */
export const actorsShownMax = 10_000;

type Page = AnswerOf<"GET /environments/:environment/features/:key/actors">;

export interface ActorPages {
  readonly actors: readonly string[];
  /** How many contain the text; undefined until known. */
  readonly matching: number | undefined;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly error: CallError | null;
  readonly loadMore: () => void;
}

/** The actors of a gate that contain a text. The feature already has the first hundred. */
export function useActorPages(feature: FeatureAnswer, text: string): ActorPages {
  const { id } = useEnvironment();
  const { key, actors: known, gates } = feature;
  const isComplete = known.length >= gates.actorCount;
  const name = "GET /environments/:environment/features/:key/actors";
  const input = { params: { environment: id, key }, query: { text } };
  const query = useInfiniteQuery<Page, CallError, { pages: Page[] }, unknown[], string>({
    queryKey: [name, input],
    queryFn: ({ pageParam, signal }) =>
      call(name, { ...input, query: { text, after: pageParam } }, signal),
    initialPageParam: "",
    getNextPageParam: (last, pages) =>
      last.hasMore && loadedCount(pages) < actorsShownMax ? last.actors.at(-1) : undefined,
    enabled: !isComplete,
    placeholderData: (before) => before,
  });
  if (isComplete) {
    const wanted = text.toLowerCase();
    const actors = known.filter((actor) => actor.toLowerCase().includes(wanted));
    return {
      actors,
      matching: actors.length,
      hasMore: false,
      isLoading: false,
      error: null,
      loadMore: () => undefined,
    };
  }
  const pages = query.data?.pages ?? [];
  return {
    actors: pages.flatMap((page) => page.actors),
    matching: pages[0]?.matching,
    hasMore: query.hasNextPage,
    isLoading: query.isFetching,
    error: query.error,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching) {
        query.fetchNextPage().catch(() => undefined);
      }
    },
  };
}

function loadedCount(pages: readonly Page[]): number {
  return pages.reduce((count, page) => count + page.actors.length, 0);
}
