/** Reloads the page when the UI was built again, or when the server is there again. */
export const reloadScript = `const base = document.documentElement.dataset.base;
const events = new EventSource(base + "/assets/reload");
let wasOpen = false;
events.onmessage = () => location.reload();
events.onopen = () => {
  if (wasOpen) location.reload();
  wasOpen = true;
};
`;
