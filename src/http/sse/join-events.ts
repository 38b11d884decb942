import { type EventTopic, eventTopics, namedKeysMax } from "./commit-event.ts";
import type { EnvironmentEvent } from "./environment-event.ts";

/** Joins several events for the same reader; undefined for none. */
export function joinEvents(events: readonly EnvironmentEvent[]): EnvironmentEvent | undefined {
  const last = events.at(-1);
  if (last === undefined || events.length === 1) {
    return last;
  }
  const topics = new Set<EventTopic>(events.flatMap((event) => event.topics));
  return {
    sequence: last.sequence,
    revision: events.findLast(({ revision }) => revision !== null)?.revision ?? null,
    keys: keysOf(events),
    topics: eventTopics.filter((topic) => topics.has(topic)),
  };
}

function keysOf(events: readonly EnvironmentEvent[]): readonly string[] | null {
  const keys = new Set<string>();
  for (const event of events) {
    for (const key of event.keys ?? []) {
      keys.add(key);
    }
    if (event.keys === null || keys.size > namedKeysMax) {
      return null;
    }
  }
  return [...keys].sort();
}
