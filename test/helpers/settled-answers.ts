type Fetch = (request: Request) => Response | Promise<Response>;

/** A handler of requests, and when all that it was asked is answered, even to a client that has left. */
export function settledAnswers(fetch: Fetch) {
  const open = new Set<Promise<Response>>();
  return {
    fetch(request: Request): Promise<Response> {
      const answer = Promise.resolve(fetch(request)).finally(() => open.delete(answer));
      open.add(answer);
      return answer;
    },
    async settled(): Promise<void> {
      await Promise.allSettled(open);
    },
  };
}
