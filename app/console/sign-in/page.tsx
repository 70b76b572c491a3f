import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { SignIn } from "@/components/console/sign-in";
import { Notice } from "@/components/ui/notice";
import { AUTH_PATH, consolePath, hasOidc } from "@/lib/auth/console/next-auth";
import { CSRF_COOKIE, readCookie, readSession, SESSION_COOKIE } from "@/lib/auth/console/sessions";
import { getDeps } from "@/lib/runtime/deps";

export const metadata: Metadata = { title: "Sign in · Hedgerow console" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const one = (value: string | string[] | undefined): string | null => (typeof value === "string" ? value : null);

/** Where everyone begins who is not signed in. next-auth's own route sets the cookie that its forms need. */
export default async function SignInPage({ searchParams }: Props) {
  const deps = await getDeps();
  const asked = await searchParams;
  const jar = await cookies();
  const callbackUrl = consolePath(pathOf(one(asked.callbackUrl)));
  const fault = one(asked.error);
  if ((await readSession(deps, readCookie(jar, SESSION_COOKIE))) !== null) redirect(callbackUrl);
  const [csrfToken = ""] = readCookie(jar, CSRF_COOKIE)?.split("|") ?? [];
  const isClosed = deps.env.NEXTAUTH_SECRET === undefined;
  const isFirst = csrfToken === "" && one(asked.cookies) === null;
  if (isFirst && !isClosed) {
    const back = new URLSearchParams({ callbackUrl, ...(fault === null ? {} : { error: fault }) });
    redirect(`${AUTH_PATH}/signin?${back.toString()}`);
  }
  return (
    <main>
      <h1>Hedgerow console</h1>
      {isClosed ? (
        <Notice tone="warn" title="The console is closed">
          <p>Set NEXTAUTH_SECRET and start the service again to open it.</p>
        </Notice>
      ) : (
        <>
          {csrfToken === "" ? (
            <Notice tone="bad" title="Allow cookies for this site, then load this page again." />
          ) : null}
          <SignIn fault={fault} csrfToken={csrfToken} callbackUrl={callbackUrl} hasOidc={hasOidc(deps)} />
        </>
      )}
    </main>
  );
}

/** next-auth names a page by its whole address. */
const pathOf = (address: string | null): string => {
  if (address === null) return "";
  if (!URL.canParse(address)) return address;
  const { pathname, search } = new URL(address);
  return `${pathname}${search}`;
};
