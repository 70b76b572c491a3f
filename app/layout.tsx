import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { currentLanguage } from "@/lib/views/language";
import { readTheme, THEME_COOKIE } from "@/lib/views/portal/pages";
import "./globals.css";

export const metadata: Metadata = { title: "Hedgerow", referrer: "no-referrer", robots: { index: false } };
/** Every page is made per request: its scripts carry the nonce of that one answer (proxy.ts). */
export const dynamic = "force-dynamic";
export const viewport: Viewport = { width: "device-width", initialScale: 1 };

/** The theme is on the page as it leaves the server, so that nothing flashes and nothing needs a script. */
export default async function Layout({ children }: { children: ReactNode }) {
  const theme = readTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <html lang={currentLanguage()} data-theme={theme}>
      <body>{children}</body>
    </html>
  );
}
