import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { type AnswerOf, call } from "../api/call.ts";
import { useShortcuts } from "../parts/use-shortcuts.ts";
import { useEnvironment, usePagePath } from "../paths/environment.ts";
import { featurePath } from "../paths/feature-path.ts";

const route = "GET /environments/:environment/features";
/** The keys of the last list, by environment. */
const orders = new Map<number, readonly string[]>();

/** Remembers the rows of the list, with its filters and in its order. */
export function useKeepListOrder(rows: readonly { readonly key: string }[]): void {
  const { id } = useEnvironment();
  useEffect(() => {
    orders.set(
      id,
      rows.map(({ key }) => key),
    );
  }, [id, rows]);
}

/** Alt with an arrow opens the feature before or after this one in the list. */
export function useNeighbourKeys(key: string): void {
  const { id } = useEnvironment();
  const client = useQueryClient();
  const pagePath = usePagePath();
  const [, navigate] = useLocation();
  const keys = async () => {
    const kept = orders.get(id);
    if (kept?.includes(key) === true) {
      return kept;
    }
    // The page was opened by a link: then the order is that of the whole list.
    const input = { params: { environment: id } };
    const { features } = await client.fetchQuery<AnswerOf<typeof route>>({
      queryKey: [route, input],
      queryFn: ({ signal }) => call(route, input, signal),
    });
    return features.map((feature) => feature.key);
  };
  const open = async (by: number) => {
    const order = await keys();
    const next = order[order.indexOf(key) + by];
    if (next !== undefined) {
      navigate(pagePath(featurePath(next)), { replace: true });
    }
  };
  useShortcuts({
    "Alt+ArrowUp": () => void open(-1).catch(() => undefined),
    "Alt+ArrowDown": () => void open(1).catch(() => undefined),
  });
}
