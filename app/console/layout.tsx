import type { Metadata } from "next";
import type { ReactNode } from "react";

/** As the header says: browsers send the forms of the console with their origin (scripts/page-headers.mjs). */
export const metadata: Metadata = { referrer: "same-origin" };

export default function ConsoleLayout({ children }: { children: ReactNode }) {
  return children;
}
