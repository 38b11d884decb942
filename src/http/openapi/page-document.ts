import { isJsonObject, type JsonObject, mapMembers } from "../../core/text/json-object.ts";

/**
 * Returns the OpenAPI document for the page. The page fills the form of an operation with its
 * examples. A click on `Execute` would send them to this server, where the reader may be working.
 * Operations with changes therefore have no parameter examples there. The example of a body is text
 * in its description (docs/decisions.md#api-document).
 */
export function pageDocument(document: JsonObject): JsonObject {
  return {
    ...document,
    ...(isJsonObject(document.paths) ? { paths: mapMembers(document.paths, pathOfPage) } : {}),
  };
}

function pathOfPage(item: unknown): unknown {
  return isJsonObject(item)
    ? mapMembers(item, (operation, method) =>
        method === "get" || !isJsonObject(operation) ? operation : withoutPrefill(operation),
      )
    : item;
}

function withoutPrefill(operation: JsonObject): JsonObject {
  const { parameters, requestBody } = operation;
  return {
    ...operation,
    ...(Array.isArray(parameters)
      ? { parameters: parameters.map((parameter: unknown) => withoutExample(parameter)) }
      : {}),
    ...(isJsonObject(requestBody) ? { requestBody: emptyBody(requestBody) } : {}),
  };
}

function withoutExample(parameter: unknown): unknown {
  if (!isJsonObject(parameter)) {
    return parameter;
  }
  const { example, ...rest } = parameter;
  const shown = typeof example === "string" ? example : JSON.stringify(example);
  return { ...rest, description: `${String(parameter.description)} Example: \`${shown}\`` };
}

/**
 * Without an example, the page creates one from the schema, and also fills in the fields of forms. It
 * therefore gets only JSON, with an object that every operation refuses.
 */
function emptyBody(requestBody: JsonObject): JsonObject {
  const content = isJsonObject(requestBody.content) ? requestBody.content : {};
  const media = content[json];
  const shown = isJsonObject(media) ? JSON.stringify(media.example, null, 2) : "";
  return {
    ...requestBody,
    description: `Example:\n\n\`\`\`json\n${shown}\n\`\`\``,
    content: { [json]: { ...(isJsonObject(media) ? media : {}), example: {} } },
  };
}

const json = "application/json";
