"use server";

import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { openAction } from "@/app/console/access";
import { SIGN_IN_PATH } from "@/lib/auth/console/next-auth";
import { CONSOLE_PATH, endSession, nameOfCookie, SESSION_COOKIE } from "@/lib/auth/console/sessions";
import { SIGNED_OUT } from "@/lib/views/console/pages";

/** Ends the session for good, and takes its cookie away. */
export const signOut = openAction(async ({ deps, session, by }) => {
  await endSession(deps, { sessionId: session.sessionId, requestId: by.requestId });
  const jar = await cookies();
  jar.delete({ name: nameOfCookie(SESSION_COOKIE, true), path: CONSOLE_PATH, secure: true });
  jar.delete({ name: SESSION_COOKIE, path: CONSOLE_PATH });
  redirect(`${SIGN_IN_PATH}?error=${SIGNED_OUT}`);
});
