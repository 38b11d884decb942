/** The page of the link of a demo. The policy of pages allows no inline script. */
export function signInPage(scriptUrl: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Gatehouse demo</title>
<script type="module" src="${scriptUrl}"></script>
</head>
<body>
<p role="status">Signing in</p>
<noscript>Gatehouse needs JavaScript.</noscript>
</body>
</html>
`;
}

/** Sends the code, which follows the #, and opens the first page. The code leaves the address at once. */
export const signInScript = `const code = location.hash.slice(1);
const { pathname } = location;
history.replaceState(null, "", pathname);
const answer = await fetch(pathname, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ code }),
}).catch(() => null);
if (answer?.ok) {
  location.replace(pathname.slice(0, -"demo".length));
} else {
  document.querySelector("p").textContent = answer === null
    ? "The demo does not answer. Is it still running?"
    : "This link does not work: it works once, and for 7 days. Start the demo again to get another one.";
}
`;
