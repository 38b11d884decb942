import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { dereferenced } from "./dereferenced.ts";
import {
  type DocumentedMode,
  type DocumentedSite,
  documentedModes,
  startDocumentedSite,
} from "./documented-site.ts";
import { isObject, openApiProblems } from "./openapi-problems.ts";

const feature = "/features/{feature_name}";

/** The operations of docs/api.md in both deployments, by name. */
const shared: Readonly<Record<string, string>> = {
  listFeatures: "GET /features",
  createFeature: "POST /features",
  importFeatures: "POST /import",
  getFeature: `GET ${feature}`,
  deleteFeature: `DELETE ${feature}`,
  clearFeature: `DELETE ${feature}/clear`,
  enableFeature: `POST ${feature}/boolean`,
  disableFeature: `DELETE ${feature}/boolean`,
  enableGroup: `POST ${feature}/groups`,
  disableGroup: `DELETE ${feature}/groups`,
  enableActor: `POST ${feature}/actors`,
  disableActor: `DELETE ${feature}/actors`,
  enablePercentageOfActors: `POST ${feature}/percentage_of_actors`,
  disablePercentageOfActors: `DELETE ${feature}/percentage_of_actors`,
  enablePercentageOfTime: `POST ${feature}/percentage_of_time`,
  disablePercentageOfTime: `DELETE ${feature}/percentage_of_time`,
  checkActor: "GET /actors/{flipper_id}",
  checkActors: "POST /actors",
  streamChanges: "GET /stream",
};

const operations: Readonly<Record<DocumentedMode, Readonly<Record<string, string>>>> = {
  mountable: shared,
  hosted: {
    ...shared,
    enableExpression: `POST ${feature}/expression`,
    disableExpression: `DELETE ${feature}/expression`,
    createEnvironment: "POST /environments",
    deleteEnvironment: "DELETE /environments/{id}",
    listAudits: "GET /audits",
    submitTelemetry: "POST /telemetry",
    getTelemetrySummary: "GET /telemetry/summary",
    submitOutcomes: "POST /gatehouse/outcomes",
    getWatched: "GET /gatehouse/watched",
  },
};

// Routes that stand for another path, for clients that send them.
const hidden: Readonly<Record<DocumentedMode, readonly string[]>> = {
  mountable: [],
  hosted: ["DELETE /environments", "POST /adapter/import"],
};

// Requests without these members are refused with code 3 to 7, `name_missing` or `parameter_invalid`.
const requiredMembers: Readonly<Record<string, readonly string[] | undefined>> = {
  checkActors: ["actors"],
  createFeature: ["name"],
  enableActor: ["flipper_id"],
  enableGroup: ["name"],
  enablePercentageOfActors: ["percentage"],
  enablePercentageOfTime: ["percentage"],
  importFeatures: ["features"],
  createEnvironment: ["name"],
  submitTelemetry: ["request_id", "enabled_metrics"],
  submitOutcomes: ["request_id", "outcomes"],
  explainCheck: ["keys"],
  rollBackFeature: ["key"],
  // Any operator may be the member.
  enableExpression: undefined,
};
const jsonOnly = [
  ...["importFeatures", "submitTelemetry", "submitOutcomes", "enableExpression"],
  ...["checkActors", "explainCheck", "rollBackFeature"],
];

// The parameters that each route reads from the query (docs/api.md#requests).
const queries: Readonly<Record<string, string[]>> = {
  disableActor: ["flipper_id string required"],
  disableGroup: ["name string required"],
  checkActor: ["groups array", "keys array", "properties string"],
  listFeatures: [
    "_cb string",
    "exclude_gate_names boolean",
    "exclude_gates boolean",
    "keys array",
    "keys[] array",
  ],
  getFeature: ["exclude_gates boolean"],
  enableGroup: ["allow_unregistered_groups boolean"],
  listAudits: ["features array", "keys array", "page integer", "per_page integer"],
  getTelemetrySummary: ["days integer", "keys array"],
  listUnknownKeys: ["days integer"],
  listNumberedAudits: [
    "action string",
    "actor string",
    "after integer",
    "before integer",
    "from string",
    "keys array",
    "limit integer",
    "to string",
  ],
};

describe.each(documentedModes)("the document of the %s deployment", (mode) => {
  let site: DocumentedSite;
  beforeAll(async () => {
    site = await startDocumentedSite(mode);
  });
  afterAll(() => site.close());

  const ofApi = () => site.operations.filter(({ path }) => path !== "/healthz");

  test("has every required part of OpenAPI 3.0", () => {
    expect(openApiProblems(dereferenced(site.document))).toEqual([]);
  });

  test("names exactly the operations of docs/api.md", () => {
    const found = ofApi().map(({ method, path, operation }) => [
      String(operation.operationId),
      `${method} ${path}`,
    ]);
    expect(Object.fromEntries(found)).toEqual(operations[mode]);
    expect(found.length).toBe(Object.keys(operations[mode]).length);
  });

  test("describes every route of the API", () => {
    const named = [...Object.values(operations[mode]), ...hidden[mode]];
    expect([...site.routes].sort()).toEqual(named.sort());
    expect(site.operations.map(({ path }) => path)).toContain("/healthz");
  });

  test("names every parameter of a query, with its type", () => {
    const found = ofApi().flatMap(({ operation }) => {
      const all = Array.isArray(operation.parameters) ? operation.parameters : [];
      const names = all
        .filter(isObject)
        .filter((parameter) => parameter.in === "query")
        .map(({ name, schema, required }) =>
          [name, isObject(schema) && schema.type, ...(required === true ? ["required"] : [])].join(
            " ",
          ),
        );
      return names.length === 0 ? [] : [[String(operation.operationId), names.sort()] as const];
    });
    const expected = Object.entries(queries).filter(([id]) => id in operations[mode]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  });

  test("marks bodies as required, with their members, in both formats", () => {
    const withBody = ofApi().filter(({ operation }) => operation.requestBody !== undefined);
    const ids = withBody.map(({ operation }) => String(operation.operationId));
    expect(ids.sort()).toEqual(
      Object.keys(requiredMembers)
        .filter((id) => id in operations[mode])
        .sort(),
    );
    for (const { operation } of withBody) {
      const id = String(operation.operationId);
      const form = { schema: { required: requiredMembers[id] } };
      expect(operation.requestBody).toMatchObject({
        required: true,
        content: jsonOnly.includes(id)
          ? { "application/json": requiredMembers[id] === undefined ? {} : form }
          : { "application/json": form, "application/x-www-form-urlencoded": form },
      });
      expect(JSON.stringify(operation.requestBody).includes("x-www-form")).toBe(
        !jsonOnly.includes(id),
      );
    }
  });

  test("tells where the server is, and that health needs no credentials", () => {
    const { document } = site;
    expect(document).toMatchObject({ servers: [{ url: site.prefix }] });
    const paths = isObject(document) && isObject(document.paths) ? document.paths : {};
    expect(paths["/healthz"]).toMatchObject({ servers: [{ url: "/" }], get: { security: [] } });
    expect(paths["/features"]).toMatchObject({
      get: { security: mode === "hosted" ? [{ token: [] }] : [] },
    });
  });

  test("promises that nothing changed only where that is so", () => {
    const { info } = isObject(site.document) ? site.document : {};
    const description = isObject(info) ? String(info.description) : "";
    expect(description).toMatch(/status of 400 to 499 changed nothing\./);
    expect(description).toMatch(/500 or a 503 the change may have been kept: repeat the request/);
  });

  test("tells what an import does with features that it lacks, and names no tokens without need", () => {
    const found = ofApi().find(({ operation }) => operation.operationId === "importFeatures");
    const description = String(found?.operation.description);
    if (mode === "hosted") {
      expect(description).toContain("With a token of another environment none is removed");
    } else {
      expect(description).toStartWith("Features that the export lacks are removed.");
      const { tags, paths } = isObject(site.document) ? site.document : {};
      // The status has the same members in both deployments.
      const text = JSON.stringify([tags, paths]).replace('"tokens":[]', "");
      expect(text).not.toMatch(/\btokens?\b/);
    }
  });

  test("describes each tag that is used, and no other", () => {
    const { tags } = isObject(site.document) ? site.document : {};
    const described = Array.isArray(tags) ? tags.filter(isObject).map(({ name }) => name) : [];
    const used = new Set(site.operations.flatMap(({ operation }) => operation.tags));
    expect(new Set(described)).toEqual(used);
  });
});

test("the checks above can fail", () => {
  expect(openApiProblems({ openapi: "3.1.0" }).length).toBeGreaterThan(2);
  const paths = {
    "/a/{b}": { get: { responses: { 200: {}, 201: { description: "d", content: {} } } } },
    "/c": {
      get: {
        operationId: "readSee",
        summary: "s",
        description: "d",
        tags: ["t"],
        responses: { 200: { description: "d", content: { "a/b": { schema: { const: 1 } } } } },
      },
    },
    "/d": { get: { operationId: "readSee", responses: {} } },
  };
  expect(openApiProblems({ openapi: "3.0.3", info: { title: "t", version: "1" }, paths })).toEqual([
    "operation ids repeat",
    "GET /a/{b}: no summary",
    "GET /a/{b}: no tag",
    "GET /a/{b}: path parameters are not the template's",
    "GET /a/{b}: no description",
    "GET /a/{b}: no name",
    "GET /a/{b}: 200: no description",
    "GET /a/{b}: 201: no content",
    "GET /c: 200 a/b: const is not a keyword of 3.0",
    "GET /d: no summary",
    "GET /d: no tag",
    "GET /d: no description",
    "GET /d: no responses",
  ]);
});
