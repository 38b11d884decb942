export const snippetClients = [
  "ruby",
  "javascript",
  "openfeature",
  "python",
  "go",
  "curl",
] as const;
export type SnippetClient = (typeof snippetClients)[number];

interface SnippetFacts {
  /** The URL of the Flipper API. */
  readonly apiUrl: string;
  /** The URL of the server, for OFREP. */
  readonly serverUrl: string;
  readonly token: string;
  /** Whether the token is shown whole. */
  readonly isShown: boolean;
  readonly key: string;
}

const shownOnce = "this token is shown once. It is yours, and works now.";

/** The code that connects an application: docs/clients.md, docs/client.md, docs/openfeature.md. */
export const snippets: Readonly<Record<SnippetClient, (facts: SnippetFacts) => string>> = {
  ruby: ({ apiUrl, token, isShown, key }) => `# Gemfile
gem "flipper-cloud"

# .env${isShown ? `: ${shownOnce}` : ""}
FLIPPER_CLOUD_TOKEN=${token}
FLIPPER_CLOUD_URL=${apiUrl}

# anywhere
Flipper.enabled?(${rubyName(key)}, current_user)`,

  javascript: ({
    apiUrl,
    token,
    isShown,
    key,
  }) => `// npm install gatehouse-flags${onceIn("//", isShown)}
${importOf("createClient", "gatehouse-flags/client")}

const client = createClient({
  url: "${apiUrl}",
  token: "${token}",
});
await client.ready();

console.log(client.enabled(${JSON.stringify(key)}, "User;42"));
await client.flush(); // reports the check now, and not within a minute`,

  openfeature: ({ serverUrl, token, isShown, key }) =>
    `// npm install @openfeature/server-sdk @openfeature/ofrep-provider${onceIn("//", isShown)}
${importOf("OFREPProvider", "@openfeature/ofrep-provider")}
${importOf("OpenFeature", "@openfeature/server-sdk")}

await OpenFeature.setProviderAndWait(
  new OFREPProvider({
    baseUrl: "${serverUrl}",
    headers: [["Authorization", "Bearer ${token}"]],
  }),
);
const client = OpenFeature.getClient();
const user = { targetingKey: "User;42" };
console.log(await client.getBooleanValue(${JSON.stringify(key)}, false, user));`,

  python: ({ serverUrl, token, isShown, key }) =>
    `# pip install openfeature-sdk openfeature-provider-ofrep${onceIn("#", isShown)}
from openfeature import api
from openfeature.contrib.provider.ofrep import OFREPProvider
from openfeature.evaluation_context import EvaluationContext

api.set_provider(
    OFREPProvider(
        "${serverUrl}",
        headers_factory=lambda: {"Authorization": "Bearer ${token}"},
    )
)
client = api.get_client()
user = EvaluationContext("User;42")
print(client.get_boolean_value(${JSON.stringify(key)}, False, user))`,

  go: ({ serverUrl, token, isShown, key }) =>
    `// go get github.com/open-feature/go-sdk
// go get github.com/open-feature/go-sdk-contrib/providers/ofrep${onceIn("//", isShown)}
provider := ofrep.NewProvider("${serverUrl}", ofrep.WithBearerToken("${token}"))
if err := openfeature.SetProviderAndWait(provider); err != nil {
	panic(err)
}
client := openfeature.NewClient("app")
user := openfeature.NewEvaluationContext("User;42", nil)
isEnabled, err := client.BooleanValue(context.Background(), ${JSON.stringify(key)}, false, user)
fmt.Println(isEnabled, err)`,

  curl: ({ apiUrl, token, key }) => `curl -H 'Flipper-Cloud-Token: ${token}' \\
  '${apiUrl}/actors/User;42?keys=${encodeURIComponent(key).replaceAll("'", "%27")}'`,
};

function importOf(name: string, module: string): string {
  return `import { ${name} } from ${JSON.stringify(module)};`;
}

function onceIn(comment: string, isShown: boolean): string {
  return isShown ? `\n${comment} T${shownOnce.slice(1)}` : "";
}

const symbolPattern = /^[a-z_]\w*$/i;

/** A symbol; a text for keys that are none. A `#` would begin an interpolation. */
function rubyName(key: string): string {
  return symbolPattern.test(key) ? `:${key}` : JSON.stringify(key).replaceAll("#", "\\#");
}
