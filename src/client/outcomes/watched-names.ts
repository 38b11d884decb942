import type { ClientRequests } from "../client-requests.ts";
import type { ClientRuntime } from "../client-types.ts";
import type { NoteFailure } from "../failures.ts";

/** What the guards of running rollouts watch. */
export interface WatchedNames {
  /** The features of a name; undefined if nothing watches it. */
  keysOf(name: string): ReadonlySet<string> | undefined;
  /** Whether outcomes of any name are counted for a feature. */
  has(feature: string): boolean;
  stop(): void;
}

const pollMs = 60_000;
const pollMsMax = 600_000;
const bytesMax = 1_000_000;
/** Servers of older versions, and mountable servers. */
const absentStatus = 404;

/** Requests GET /gatehouse/watched every minute, and less often while that fails. */
export function followWatched(
  { send, refusal, readTextParts }: ClientRequests,
  { after, random }: ClientRuntime,
  note: NoteFailure,
): WatchedNames {
  let byName: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  let keys: ReadonlySet<string> = new Set();
  let etag: string | null = null;
  let waitMs = pollMs;
  let isStopped = false;
  let cancelNext: (() => void) | undefined;

  async function receive(response: Response): Promise<void> {
    const { status } = response;
    if (status === 200) {
      let text = "";
      for await (const part of readTextParts(response, bytesMax)) {
        text += part;
      }
      adopt(JSON.parse(text));
      etag = response.headers.get("etag");
    } else if (status === absentStatus) {
      adopt({ watched: [] });
      etag = null;
    } else if (status !== 304) {
      throw refusal("GET /gatehouse/watched", status);
    }
    waitMs = status === absentStatus ? pollMsMax : pollMs;
  }

  function adopt(answer: {
    readonly watched: readonly { readonly name: string; readonly keys: readonly string[] }[];
  }): void {
    byName = new Map(answer.watched.map((each) => [each.name, new Set(each.keys)]));
    keys = new Set(answer.watched.flatMap((each) => each.keys));
  }

  async function poll(): Promise<void> {
    try {
      const init = etag === null ? {} : { headers: { "If-None-Match": etag } };
      await send("/gatehouse/watched", init, receive);
      note();
    } catch (error) {
      waitMs = Math.min(2 * waitMs, pollMsMax);
      if (!isStopped) {
        note(error);
      }
    }
    if (!isStopped) {
      cancelNext = after(waitMs * (1 + 0.1 * random()), poll);
    }
  }

  void poll();
  return {
    keysOf: (name) => byName.get(name),
    has: (feature) => keys.has(feature),
    stop() {
      isStopped = true;
      cancelNext?.();
    },
  };
}
