/** Reloads the page after a build of the UI, or when the server runs again. */
export const reloadScript = `const base = document.documentElement.dataset.base;
const events = new EventSource(base + "/assets/reload");
let wasOpen = false;
events.onmessage = () => location.reload();
events.onopen = () => {
  if (wasOpen) location.reload();
  wasOpen = true;
};
`;
