import { isObject, type Operation } from "./openapi-problems.ts";

interface ExampleRequest {
  /** The path below the prefix, with its query. */
  readonly url: string;
  readonly init: RequestInit;
}

/** Returns the request of an operation that its examples describe, with a JSON body or a form. */
export function exampleRequest({ path, operation }: Operation, form?: "form"): ExampleRequest {
  const parameters = Array.isArray(operation.parameters)
    ? operation.parameters.filter(isObject)
    : [];
  const inPlace = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const url = inPlace("path").reduce<string>(
    (filled, { name, example }) =>
      filled.replace(`{${String(name)}}`, encodeURIComponent(String(example))),
    path,
  );
  const query = inPlace("query").flatMap(queryOf).join("&");
  const headers = Object.fromEntries(
    inPlace("header").map(({ name, example }) => [String(name), String(example)]),
  );
  return {
    url: query === "" ? url : `${url}?${query}`,
    init: { ...bodyOf(operation.requestBody, headers, form) },
  };
}

/** An empty list is not sent. */
function queryOf({ name, example, explode }: Readonly<Record<string, unknown>>): readonly string[] {
  const key = encodeURIComponent(String(name));
  if (!Array.isArray(example)) {
    return [`${key}=${encodeURIComponent(String(example))}`];
  }
  const values = example.map((value) => encodeURIComponent(String(value)));
  if (values.length === 0) {
    return [];
  }
  return explode === false
    ? [`${key}=${values.join(",")}`]
    : values.map((value) => `${key}=${value}`);
}

function bodyOf(
  requestBody: unknown,
  headers: Readonly<Record<string, string>>,
  form: "form" | undefined,
): RequestInit {
  const type = form === undefined ? "application/json" : "application/x-www-form-urlencoded";
  const content = isObject(requestBody) && isObject(requestBody.content) ? requestBody.content : {};
  const media = content[type];
  if (!isObject(media)) {
    return { headers };
  }
  const { example } = media;
  const body =
    form === undefined
      ? JSON.stringify(example)
      : Object.entries(isObject(example) ? example : {})
          .map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`)
          .join("&");
  const sent = headers["Content-Encoding"] === "gzip" ? Bun.gzipSync(Buffer.from(body)) : body;
  return { headers: { ...headers, "content-type": type }, body: sent };
}
