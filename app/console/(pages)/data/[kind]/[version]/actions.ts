"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { consoleAction, textOf } from "@/app/console/access";
import { OperatorRefusal } from "@/lib/domain/operator";
import { askToSwitch } from "@/lib/usecases/data-sets/switch-by-console";

export const switchSet = consoleAction("switch_data", async ({ deps, by }, form) => {
  const toVersion = textOf(form, "to_version");
  if (toVersion === "" || textOf(form, "confirm") !== toVersion) {
    throw new OperatorRefusal(`Type ${toVersion} to confirm.`);
  }
  await askToSwitch(
    { db: deps.db, by },
    { kind: textOf(form, "kind"), fromVersion: textOf(form, "from_version"), toVersion },
  );
  revalidatePath("/console", "layout");
  // The worker may have switched before this page is drawn again, and then the form is gone.
  redirect(`/console/data?${new URLSearchParams({ asked: toVersion }).toString()}`);
});
