import hostedDocument from "../../docs/openapi.json" with { type: "json" };
import mountableDocument from "../../docs/openapi-mountable.json" with { type: "json" };
import type { Service } from "./service.ts";

type Mode = "hosted" | "mountable";

interface Responses {
  readonly [status: string]: unknown;
}

const documents = { hosted: hostedDocument, mountable: mountableDocument };
const actions =
  /^\/features\/.+\/(boolean|expression|groups|actors|percentage_of_actors|percentage_of_time|clear)$/;
const namelessAction = /^\/features\/\/[^/]+$/;
/** Headers of answers that clients read. */
const readHeaders = ["ETag", "Flipper-Sync-Version", "Retry-After", "WWW-Authenticate"];

/** Returns the service; it throws at an answer that the OpenAPI document in docs/ does not describe. */
export function documentedService(service: Service, mode: Mode): Service {
  return {
    async send(path, init) {
      const response = await service.send(path, init);
      const problem = undocumented(mode, init?.method ?? "GET", path, response);
      if (problem !== undefined) {
        throw new Error(`${problem} is not in the OpenAPI document of the ${mode} deployment`);
      }
      return response;
    },
    stop: () => service.stop(),
  };
}

function undocumented(
  mode: Mode,
  method: string,
  path: string,
  { status, headers }: Response,
): string | undefined {
  const template = templateOf(path);
  const responses = responsesOf(mode, method === "HEAD" ? "get" : method.toLowerCase(), template);
  // Other paths and methods are no operations; the file describes a server without credentials.
  if (responses === undefined || (mode === "mountable" && status === 401)) {
    return undefined;
  }
  const answer = `${method} ${template} ${status}`;
  if (!(status in responses)) {
    return answer;
  }
  const described = JSON.stringify(responses[status]);
  const isShared = described.includes("#/components/responses/");
  const missing = readHeaders.find((name) => headers.has(name) && !described.includes(`"${name}"`));
  return missing === undefined || isShared ? undefined : `${missing} of ${answer}`;
}

function responsesOf(mode: Mode, method: string, template: string): Responses | undefined {
  const paths: Readonly<Record<string, object | undefined>> = documents[mode].paths;
  const operation = Object.entries(paths[template] ?? {}).find(([name]) => name === method)?.[1];
  return operation?.responses;
}

/** Returns the path of the document for the path of a request below the API's prefix. */
function templateOf(path: string): string {
  const plain = new URL(`http://localhost/${path.replace(/^\/+/, "")}`).pathname;
  if (plain === "/features/") {
    return "/features";
  }
  if (namelessAction.test(plain)) {
    return plain;
  }
  const action = actions.exec(plain)?.[1];
  if (action !== undefined) {
    return `/features/{feature_name}/${action}`;
  }
  return plain
    .replace(/^\/features\/.+/, "/features/{feature_name}")
    .replace(/^\/actors\/.+/, "/actors/{flipper_id}")
    .replace(/^\/environments\/[^/]+$/, "/environments/{id}");
}
