import { GatehouseError } from "../../core/errors.ts";
import { reasonForm, reasonIn } from "../../core/model/reason.ts";
import { explained, linkForm, linkIn, linksMax, withLinks } from "../../core/model/reason-links.ts";
import { isJsonObject } from "../../core/text/json-object.ts";
import { parseJson } from "../../http/request/json-document.ts";

/** Whether a body or a query has this flag. */
export function hasFlag(fields: unknown, name: "request" | "bypass" | "pause_rollout"): boolean {
  return isJsonObject(fields) && (fields[name] === true || fields[name] === "true");
}

/**
 * The reason in a body or a query that matches its schema, with its links as it is stored. Throws
 * `input_invalid`.
 */
export function sentReason(fields: unknown): string | undefined {
  if (!isJsonObject(fields)) {
    return undefined;
  }
  const links = sentLinks(fields.links);
  if (typeof fields.reason !== "string") {
    if (links.length > 0) {
      throw new GatehouseError("input_invalid", {
        message: "links: need a reason",
        place: "links",
      });
    }
    return undefined;
  }
  const typed = explained(fields.reason.replaceAll("\r\n", "\n").trim());
  const reason = reasonIn(typed.reason ?? "");
  if (reason === undefined) {
    throw new GatehouseError("input_invalid", {
      message: `reason: must have ${reasonForm}`,
      place: "reason",
    });
  }
  return withLinks(reason, requireFew([...typed.links, ...links]));
}

/** The list in a body, or its JSON in a query. */
function sentLinks(sent: unknown): readonly string[] {
  const links = typeof sent === "string" ? parseJson(sent, "the parameter links") : (sent ?? []);
  return Array.isArray(links) ? links.map(requireLink) : [requireLink(links)];
}

function requireLink(sent: unknown): string {
  const link = typeof sent === "string" ? linkIn(sent) : undefined;
  if (link === undefined) {
    throw linksInvalid();
  }
  return link;
}

function requireFew(links: readonly string[]): readonly string[] {
  if (links.length > linksMax) {
    throw linksInvalid();
  }
  return links;
}

function linksInvalid(): GatehouseError {
  return new GatehouseError("input_invalid", {
    message: `links: must be at most ${linksMax}, each ${linkForm}`,
    place: "links",
  });
}
