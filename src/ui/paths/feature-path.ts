import { usePathname } from "wouter/use-browser-location";
import { pageFacts } from "../api/page-facts.ts";

const featuresPath = "/features/";

/** A key is one segment of the path, whatever characters it has. */
export function featurePath(key: string): string {
  return featuresPath + encodeURIComponent(key);
}

/** The key in the URL, decoded once: the router decodes some characters twice. */
export function useFeatureKey(): string {
  const path = usePathname().slice(pageFacts.base.length);
  try {
    return decodeURIComponent(path.slice(featuresPath.length));
  } catch {
    return "";
  }
}

/** The key of the feature whose page is open; null on another page. */
export function useOpenFeature(): string | null {
  const isOpen = usePathname().slice(pageFacts.base.length).startsWith(featuresPath);
  const key = useFeatureKey();
  return isOpen && key !== "" ? key : null;
}
