"use server";

import { revalidatePath } from "next/cache";
import { asTyped, consoleAction } from "@/app/console/access";
import { changeOwnPassword } from "@/lib/auth/console/own-password";
import { endOtherSessions } from "@/lib/auth/console/sessions";
import { endedInWords } from "@/lib/views/console/sessions";

/** The signed-in operator's own password. */
export const changePassword = consoleAction("read", async ({ deps, session, by }, form) => {
  const [current, password] = [asTyped(form, "current_password"), asTyped(form, "new_password")];
  const ended = await changeOwnPassword(deps, { session, by, current, password });
  revalidatePath("/console/account");
  return { done: `Your password is changed. ${endedInWords(ended)}` };
});

/** Signs the operator out everywhere else. */
export const endOthers = consoleAction("read", async ({ deps, session, by }) => {
  const ended = await endOtherSessions(deps, { session, by });
  revalidatePath("/console/account");
  return { done: endedInWords(ended) };
});
