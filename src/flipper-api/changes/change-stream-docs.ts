import { textParameter } from "../../http/openapi/documented-parameter.ts";
import { type DocumentedDeployment, flipperOperation } from "../errors/operation-docs.ts";

const example = `retry: 1000

id: 3f0c9a1b-41
: open

id: 3f0c9a1b-42
data: {"revision":1768469400000000,"keys":["search"]}

`;

/** The documentation of docs/api.md#change-stream. */
export function changeStreamDocs(deployment: DocumentedDeployment) {
  return flipperOperation(deployment, {
    id: "streamChanges",
    tag: "Changes",
    summary: "Be told which features change",
    description:
      "A stream of server-sent events. Each has the revision of the project and the keys of the " +
      "features that changed in the caller's environment; `keys` is null if there are too many to " +
      "name. The event `refetch` says that changes were missed.",
    headers: {
      "Last-Event-ID": textParameter(
        "The id of the last event that the client has; it gets those after it.",
        "3f0c9a1b-41",
      ),
    },
    answers: [{ status: 200, text: "The events", events: example }],
    refusals: ["rate_limited", "unavailable"],
  });
}
