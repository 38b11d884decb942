import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";
import { pageFacts } from "./api/page-facts.ts";
import { queryClient } from "./api/query-client.ts";
import { App } from "./app/app.tsx";
import { Questions } from "./dialogs/questions.tsx";
import { Messages } from "./parts/messages.tsx";

const root = document.getElementById("root");
if (root === null) {
  throw new Error("The page has no element with the id root");
}
createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Router base={pageFacts.base}>
          <App />
        </Router>
        <Questions />
        <Messages />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
