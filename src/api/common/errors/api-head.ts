import { Type } from "@sinclair/typebox";
import type { DocumentHead } from "../../../http/openapi/openapi-document.ts";
import { refusalComponents } from "./refusal-docs.ts";

const description = `Feature toggles for clients of the Flipper API.

- Parameters of writes may be sent as form fields or as JSON.
- Names in paths are percent-encoded. A feature name may hold slashes; sent as they are, they are part of the name.
- \`HEAD\` is answered as \`GET\`, without the body.
- A request refused with a status of 400 to 499 changed nothing. After a 500 or a 503 the change may have been kept: repeat the request.
- Refusals have \`code\`, \`message\` and \`more_info\`.`;

function header(text: string, example: string | number) {
  const schema = typeof example === "number" ? Type.Integer() : Type.String();
  return { description: text, schema, example };
}

/** The parts of the OpenAPI document that all deployments share. */
export const apiHead: DocumentHead = {
  title: "Gatehouse",
  description,
  license: { name: "MIT", url: "https://opensource.org/license/mit" },
  tags: {
    Features: "A feature belongs to a project. Its gates decide which actors have it.",
    Gates: "The gates of a feature. A change creates a missing feature.",
    Changes: "Notifications of changes, instead of polling.",
    Actors: "Which features are enabled for an actor.",
    OpenFeature:
      "Evaluations for OpenFeature's SDKs, by its protocol for remote evaluation (OFREP).",
    Environments:
      "Custom environments, such as one for each preview of a change. A token reads and changes the " +
      "gates of its own environment.",
    Audits: "Who changed which feature, and when.",
    Telemetry: "How often features were checked, and found enabled.",
    Gatehouse:
      "Extensions to the Flipper API: reasons, several changes in one step, and " +
      "earlier states. Other servers do not have them.",
    Operations: "The state of the server. These paths need no credentials.",
  },
  components: {
    headers: {
      ETag: header(
        "Depends on the content alone. Send it as `If-None-Match`.",
        '"3yVcaD4ufbpOFdXKzlqGeA"',
      ),
      "Flipper-Sync-Version": header(
        "The revision of the project, which rises with every change of a feature.",
        1_768_469_400_000,
      ),
      "Gatehouse-Retired": header(
        "How many features are left out because their keys are retired; only if there are some.",
        3,
      ),
      "poll-interval": header(
        "Seconds that clients should wait between two requests; only if it is configured.",
        10,
      ),
      "telemetry-interval": header(
        "Seconds that clients should wait between two submissions; only if it is configured.",
        60,
      ),
      "Retry-After": header("Seconds after which the request may be sent again.", 1),
      "WWW-Authenticate": header(
        "The required credentials.",
        'Basic realm="Gatehouse", charset="UTF-8"',
      ),
      Connection: header(
        "The connection is closed, because the rest of the body is not read.",
        "close",
      ),
    },
    ...refusalComponents,
  },
};
