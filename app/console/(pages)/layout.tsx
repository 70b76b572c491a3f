import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { requireOperator } from "@/app/console/access";
import { signOut } from "@/app/console/(pages)/actions";
import { ConsoleFrame } from "@/components/console/console-frame";
import { CONSOLE_PAGES, ROLE_NAMES } from "@/lib/views/console/pages";
import { readTheme, THEME_COOKIE } from "@/lib/views/portal/pages";

/** What stands around every page of someone who is signed in. Each page asks for its own right besides. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const { session, can, csrf } = await requireOperator("read");
  const jar = await cookies();
  return (
    <ConsoleFrame
      pages={CONSOLE_PAGES.filter(({ right }) => can(right))}
      here={(await headers()).get("x-hedgerow-path") ?? "/console"}
      theme={readTheme(jar.get(THEME_COOKIE)?.value)}
      name={session.name}
      role={ROLE_NAMES[session.role]}
      csrf={csrf}
      signOut={signOut}
    >
      {children}
    </ConsoleFrame>
  );
}
