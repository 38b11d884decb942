const eventStream = "text/event-stream";

/**
 * Sends a request that has to be answered in time. Of a stream of events only the beginning has to come
 * in time, of other answers everything.
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
  // A command ends without waiting for it.
  timer.unref();
  const answer = await send(ended == null ? late.signal : AbortSignal.any([ended, late.signal]));
  if (answer.headers.get("content-type")?.startsWith(eventStream) === true) {
    clearTimeout(timer);
  }
  return answer;
}
