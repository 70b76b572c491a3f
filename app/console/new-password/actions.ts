"use server";

import { redirect } from "next/navigation";
import { asTyped, openAction } from "@/app/console/access";
import { changeOwnPassword } from "@/lib/auth/console/own-password";
import { CONSOLE_PATH } from "@/lib/auth/console/sessions";

/** Puts an operator's own password in place of a temporary one; the session goes on as any other. */
export const chooseOwnPassword = openAction(async ({ deps, session, by }, form) => {
  const [current, password] = [asTyped(form, "current_password"), asTyped(form, "new_password")];
  await changeOwnPassword(deps, { session, by, current, password });
  redirect(CONSOLE_PATH);
});
