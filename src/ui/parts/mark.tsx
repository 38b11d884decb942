import type { ReactElement } from "react";

/** The logo: a gate with raised bars. `src/api/admin/page.ts` has it as the icon. */
export function Mark({ isLarge = false }: { readonly isLarge?: boolean }): ReactElement {
  return (
    <svg aria-hidden="true" className={isLarge ? "mark mark-large" : "mark"} viewBox="0 0 24 24">
      <path d="M4 21V10a8 8 0 0 1 16 0v11M4 13h16M9 13v5M12 13v5M15 13v5" />
    </svg>
  );
}
