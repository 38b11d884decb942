import { CSPProvider } from "@base-ui/react/csp-provider";
import { Toast } from "@base-ui/react/toast";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";
import { queryClient } from "./api/query-client.ts";
import { pageFacts } from "./page-facts.ts";
import { toastManager } from "./parts/toast-manager.ts";
import { Toasts } from "./parts/toasts.tsx";
import { Questions } from "./session/questions.tsx";
import { App } from "./shell/app.tsx";
import "./style/main.css";

const root = document.getElementById("root");
if (root === null) {
  throw new Error("The page has no element with the id root");
}
createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Toast.Provider toastManager={toastManager}>
          <Router base={pageFacts.base}>
            <App />
          </Router>
          <Questions />
          <Toasts />
        </Toast.Provider>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
