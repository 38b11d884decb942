import { OFREPWebProvider } from "@openfeature/ofrep-web-provider";
import { OpenFeature, OpenFeatureProvider, useFlag } from "@openfeature/react-sdk";
import { createRoot } from "react-dom/client";

const { VITE_GATEHOUSE_URL = "http://127.0.0.1:8080", VITE_GATEHOUSE_TOKEN = "" } = import.meta.env;
const query = new URLSearchParams(location.search);

const provider = new OFREPWebProvider({
  baseUrl: VITE_GATEHOUSE_URL,
  headers: [["Authorization", `Bearer ${VITE_GATEHOUSE_TOKEN}`]],
});
// Until there are results, and if the server is unreachable, each flag has its default value.
OpenFeature.setProvider(provider, {
  targetingKey: `User;${query.get("user")}`,
  groups: query.getAll("group"),
});

function Checkout() {
  const { value } = useFlag("new_checkout", false);
  return <h1>{value ? "new" : "old"} checkout</h1>;
}

const container = document.getElementById("page");
if (container !== null) {
  createRoot(container).render(
    <OpenFeatureProvider>
      <Checkout />
    </OpenFeatureProvider>,
  );
}
