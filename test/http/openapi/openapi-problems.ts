type Json = Readonly<Record<string, unknown>>;

/** Returns the errors in an OpenAPI document, by the required parts of version 3.0.3. */
export function openApiProblems(document: unknown): string[] {
  if (!isObject(document)) {
    return ["the document is not an object"];
  }
  const info = isObject(document.info) ? document.info : {};
  const paths = isObject(document.paths) ? document.paths : {};
  const operations = operationsOf(paths);
  const ids = operations.map(({ operation }) => operation.operationId);
  return [
    ...expectation(/^3\.0\.\d+$/.test(String(document.openapi)), "openapi is not 3.0"),
    ...expectation(isText(info.title) && isText(info.version), "info lacks title or version"),
    ...expectation(operations.length > 0, "there are no operations"),
    ...expectation(new Set(ids).size === ids.length, "operation ids repeat"),
    ...Object.keys(paths).flatMap((path) => expectation(path.startsWith("/"), `${path}: no slash`)),
    ...operations.flatMap(operationProblems),
  ];
}

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly operation: Json;
}

/** Such as `enableActor`. */
const nameForm = /^[a-z]+(?:[A-Z][a-z]+)*$/;
const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

export function operationsOf(paths: unknown): Operation[] {
  return Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {})
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation: isObject(operation) ? operation : {},
      })),
  );
}

function operationProblems({ method, path, operation }: Operation): string[] {
  const parameters = list(operation.parameters).filter(isObject);
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const declared = inPath.map(({ name }) => String(name)).sort();
  const templated = Array.from(path.matchAll(/\{([^}]+)\}/g), ([, name]) => name ?? "").sort();
  const places = parameters.map((parameter) => `${String(parameter.in)} ${String(parameter.name)}`);
  const problems = [
    ...expectation(isText(operation.summary), "no summary"),
    ...expectation(list(operation.tags).length > 0, "no tag"),
    ...expectation(
      String(declared) === String(templated),
      "path parameters are not the template's",
    ),
    ...expectation(
      inPath.every(({ required }) => required === true),
      "optional path parameter",
    ),
    ...expectation(new Set(places).size === places.length, "parameters repeat"),
    ...parameters.flatMap(parameterProblems),
    ...expectation(isText(operation.description), "no description"),
    ...expectation(nameForm.test(String(operation.operationId ?? "")), "no name"),
    ...bodyProblems(operation.requestBody),
    ...responseProblems(operation.responses),
  ];
  return problems.map((problem) => `${method} ${path}: ${problem}`);
}

function parameterProblems(parameter: Json): string[] {
  const place = ["path", "query", "header", "cookie"].includes(String(parameter.in));
  return [
    ...expectation(isText(parameter.name) && place, "a parameter lacks name or place"),
    ...expectation(
      isText(parameter.description),
      `parameter ${String(parameter.name)} is not described`,
    ),
    ...schemaProblems(parameter.schema, `parameter ${String(parameter.name)}`),
  ];
}

function bodyProblems(body: unknown): string[] {
  return body === undefined ? [] : contentProblems(isObject(body) ? body.content : null, "body");
}

function responseProblems(responses: unknown): string[] {
  const entries = Object.entries(isObject(responses) ? responses : {});
  return [
    ...expectation(entries.length > 0, "no responses"),
    ...entries.flatMap(([status, response]) => [
      ...expectation(/^(?:[1-5]\d\d|[1-5]XX|default)$/.test(status), `${status} is not a status`),
      ...expectation(
        isObject(response) && isText(response.description),
        `${status}: no description`,
      ),
      ...(isObject(response) && response.content !== undefined
        ? contentProblems(response.content, status)
        : []),
    ]),
  ];
}

function contentProblems(content: unknown, place: string): string[] {
  const entries = Object.entries(isObject(content) ? content : {});
  return [
    ...expectation(entries.length > 0, `${place}: no content`),
    ...entries.flatMap(([type, media]) => [
      ...expectation(/^\w+\/[\w.+-]+$/.test(type), `${place}: ${type} is not a media type`),
      ...schemaProblems(isObject(media) ? media.schema : undefined, `${place} ${type}`),
    ]),
  ];
}

const types = ["string", "number", "integer", "boolean", "object", "array"];
const keywords = new Set(
  (
    "title description type enum default format nullable deprecated example readOnly writeOnly " +
    "multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength pattern " +
    "minItems maxItems uniqueItems items minProperties maxProperties required properties " +
    "additionalProperties allOf anyOf oneOf not discriminator xml externalDocs"
  ).split(" "),
);

function schemaProblems(schema: unknown, place: string): string[] {
  if (!isObject(schema)) {
    return [`${place}: no schema`];
  }
  const nested = [
    ...Object.entries(isObject(schema.properties) ? schema.properties : {}),
    ...(schema.items === undefined ? [] : [["items", schema.items] as const]),
    ...(isObject(schema.additionalProperties)
      ? [["additionalProperties", schema.additionalProperties] as const]
      : []),
    ...["allOf", "anyOf", "oneOf"].flatMap((key) =>
      list(schema[key]).map((member) => [key, member] as const),
    ),
  ];
  return [
    ...Object.keys(schema)
      .filter((key) => !keywords.has(key))
      .map((key) => `${place}: ${key} is not a keyword of 3.0`),
    ...expectation(
      schema.type === undefined || types.some((type) => type === schema.type),
      `${place}: ${String(schema.type)} is not a type`,
    ),
    ...expectation(
      schema.type !== "array" || isObject(schema.items),
      `${place}: an array without items`,
    ),
    ...nested.flatMap(([key, member]) => schemaProblems(member, `${place}.${key}`)),
  ];
}

function expectation(holds: boolean, problem: string): string[] {
  return holds ? [] : [problem];
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
