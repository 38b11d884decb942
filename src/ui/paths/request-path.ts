import { usePathname } from "wouter/use-browser-location";
import { pageFacts } from "../api/page-facts.ts";

export const requestsPath = "/requests";

export function requestPath(id: number): string {
  return `${requestsPath}/${id}`;
}

/** What the path asks for: the list, the form of a new request, or a request. */
export function useRequestPath(): "list" | "new" | number {
  const rest = usePathname().slice(pageFacts.base.length + requestsPath.length + 1);
  const id = Number(rest);
  return rest === "new" ? "new" : Number.isSafeInteger(id) && id > 0 ? id : "list";
}
