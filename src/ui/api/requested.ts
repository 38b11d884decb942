import { navigate } from "wouter/use-browser-location";
import { texts } from "../texts/texts.ts";
import { pageFacts } from "./page-facts.ts";
import { refresh } from "./refresh.ts";
import { showDone } from "./toast-manager.ts";

/** Opens the page of the request that a change became. Returns whether the answer has one. */
export function showRequested(answer: unknown): boolean {
  const id = requestId(answer);
  if (id === null) {
    return false;
  }
  const env = new URLSearchParams(window.location.search).get("env");
  const query = env === null ? "" : `?${new URLSearchParams({ env })}`;
  navigate(`${pageFacts.base}/requests/${id}${query}`);
  showDone(texts.questions.requested);
  void refresh();
  return true;
}

function requestId(answer: unknown): number | null {
  const request =
    answer instanceof Object && "request" in answer && answer.request instanceof Object
      ? answer.request
      : {};
  return "id" in request && typeof request.id === "number" ? request.id : null;
}
