import { describe, expect, test } from "bun:test";
import { errorResponse } from "../../../../src/api/common/errors/error-response.ts";
import { statusOf } from "../../../../src/api/common/errors/refusal-statuses.ts";
import {
  flipperRefusals,
  GatehouseError,
  messageOf,
  type Refusal,
} from "../../../../src/core/errors.ts";

const docsUrl = "https://docs.example/api";

/** The table of docs/api.md#errors. */
const table: readonly (readonly [status: number, code: number | string, refusal: Refusal])[] = [
  [404, 1, "feature_not_found"],
  [404, 2, "group_not_registered"],
  [422, 3, "percentage_invalid"],
  [422, 4, "flipper_id_missing"],
  [422, 5, "feature_name_missing"],
  [422, 6, "import_invalid"],
  [422, 7, "expression_invalid"],
  [400, 8, "request_invalid"],
  [422, "parameter_invalid", "parameter_invalid"],
  [422, "quota_exceeded", "quota_exceeded"],
  [401, "token_invalid", "token_invalid"],
  [403, "token_read_only", "token_read_only"],
  [403, "token_evaluate_only", "token_evaluate_only"],
  [403, "change_request_required", "change_request_required"],
  [403, "feature_retired", "feature_retired"],
  [403, "production_token_required", "production_token_required"],
  [
    403,
    "preview_environment_management_token_required",
    "preview_environment_management_token_required",
  ],
  [403, "organization_membership", "organization_membership"],
  [403, "project_membership", "project_membership"],
  [403, "not_environment_creator", "not_environment_creator"],
  [403, "origin_not_allowed", "origin_not_allowed"],
  [403, "host_not_allowed", "host_not_allowed"],
  [403, "migration_refused", "migration_refused"],
  [409, "environment_name_taken", "environment_name_taken"],
  [422, "name_missing", "environment_name_missing"],
  [422, "name_invalid", "environment_name_invalid"],
  [422, "token_limit", "token_limit"],
  [422, "environment_id_required", "environment_id_required"],
  [402, "custom_environments_limit", "custom_environments_limit"],
  [402, "plan_upgrade_required", "plan_upgrade_required"],
  [401, "credentials_invalid", "credentials_invalid"],
  [404, "route_not_found", "route_not_found"],
  [405, "method_not_allowed", "method_not_allowed"],
  [408, "request_timeout", "request_timeout"],
  [414, "uri_too_long", "uri_too_long"],
  [431, "headers_too_large", "headers_too_large"],
  [413, "body_too_large", "body_too_large"],
  [415, "media_type_unsupported", "media_type_unsupported"],
  [409, "gate_changed", "gate_changed"],
  [422, "confirmation_required", "confirmation_required"],
  [404, "audit_not_found", "audit_not_found"],
  [422, "undo_impossible", "undo_impossible"],
  [429, "rate_limited", "rate_limited"],
  [500, "internal", "internal"],
  [503, "unavailable", "unavailable"],
];

describe("errorResponse", () => {
  test.each(table)("answers %d with code %p for %s", async (status, code, refusal) => {
    const response = errorResponse(new GatehouseError(refusal), { docsUrl });
    expect(response.status).toBe(status);
    expect<number>(statusOf(refusal)).toBe(status);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual({
      code,
      message: messageOf(refusal),
      more_info: docsUrl,
    });
  });

  test("has a row for every refusal of the Flipper API", () => {
    expect(table.map((row) => row[2])).toEqual(
      expect.arrayContaining(Object.keys(flipperRefusals)),
    );
  });

  test("has a www-authenticate header only for credentials_invalid", () => {
    const challenged = table
      .map((row) => row[2])
      .filter((refusal) =>
        errorResponse(new GatehouseError(refusal), { docsUrl }).headers.has("www-authenticate"),
      );
    expect(challenged).toEqual(["credentials_invalid"]);
    const response = errorResponse(new GatehouseError("credentials_invalid"), { docsUrl });
    expect(response.headers.get("www-authenticate")).toBe(
      'Basic realm="Gatehouse", charset="UTF-8"',
    );
  });

  test("closes the connection only of a request whose body did not arrive", () => {
    const closing = table
      .map((row) => row[2])
      .filter((refusal) =>
        errorResponse(new GatehouseError(refusal), { docsUrl }).headers.has("connection"),
      );
    expect(closing).toEqual(["request_timeout"]);
  });

  test("has the given headers", () => {
    const response = errorResponse(new GatehouseError("method_not_allowed"), {
      docsUrl,
      headers: { allow: "GET, POST", "poll-interval": "10" },
    });
    expect(response.headers.get("allow")).toBe("GET, POST");
    expect(response.headers.get("poll-interval")).toBe("10");
    expect(response.headers.get("content-type")).toBe("application/json");
  });

  test("cuts a long message, and keeps it well-formed", async () => {
    const message = `${"x".repeat(3_999)}😀${"y".repeat(100_000)}`;
    const response = errorResponse(new GatehouseError("expression_invalid", { message }), {
      docsUrl,
    });
    expect(await response.json()).toEqual({
      code: 7,
      message: `${"x".repeat(3_999)}\uFFFD…`,
      more_info: docsUrl,
    });
  });

  test("does not contain the cause", async () => {
    const cause = new Error("secret path");
    const response = errorResponse(new GatehouseError("internal", { cause }), {
      docsUrl,
    });
    const body = await response.text();
    expect(body).not.toContain("secret");
    expect(body).not.toContain("at ");
  });
});
