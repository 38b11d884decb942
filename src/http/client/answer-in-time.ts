/** Streams of events, and exports of all records. */
const endless = /^(?:text\/event-stream|application\/jsonl)\b/;

/**
 * Sends a request with a timeout for the whole answer; an answer of any length only has to start in
 * time.
 */
export async function answerInTime(
  ms: number,
  ended: AbortSignal | null | undefined,
  send: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new DOMException("The operation timed out.", "TimeoutError")),
    ms,
  );
  // The timer must not keep a command running.
  timer.unref();
  const answer = await send(ended == null ? late.signal : AbortSignal.any([ended, late.signal]));
  if (endless.test(answer.headers.get("content-type") ?? "")) {
    clearTimeout(timer);
  }
  return answer;
}
