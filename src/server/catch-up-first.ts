import type { Writer } from "../app/writer/writer.ts";
import { isDatabaseUnreachable, type SharedDatabase } from "../cluster/shared-database.ts";
import type { State } from "../core/model/state.ts";
import type { Api } from "../http/routing/api.ts";

const unauthorizedStatus = 401;
/** Headers that can contain a token. */
const tokenHeaders = ["flipper-cloud-token", "authorization", "x-api-key"];

/**
 * Resolves when the state is current, or when the database cannot answer. Concurrent callers share
 * one query to the database.
 */
export async function catchUp(database: SharedDatabase, writer: Writer): Promise<void> {
  if (isDatabaseUnreachable(database)) {
    return;
  }
  try {
    await writer.submit(() => undefined);
  } catch {
    // A server that cannot reach the database answers from its own state.
  }
}

/**
 * An API that brings the state up to date before it refuses a token. Another server of the database
 * may have just created the token.
 */
export function catchUpFirst(api: Api, database: SharedDatabase, writer: Writer): Api {
  const canRetry = ({ status }: Response, request: Request) =>
    status === unauthorizedStatus &&
    !request.bodyUsed &&
    tokenHeaders.some((name) => request.headers.has(name));

  async function retried(
    answer: Response,
    state: State,
    ...[request, peers]: Parameters<Api["fetch"]>
  ): Promise<Response> {
    await catchUp(database, writer);
    return writer.state === state ? answer : api.fetch(request, peers);
  }

  return {
    ...api,
    fetch(request, peers) {
      const { state } = writer;
      const answer = api.fetch(request, peers);
      const finish = (response: Response) =>
        canRetry(response, request) ? retried(response, state, request, peers) : response;
      return answer instanceof Promise ? answer.then(finish) : finish(answer);
    },
  };
}
