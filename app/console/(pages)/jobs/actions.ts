"use server";

import { revalidatePath } from "next/cache";
import { consoleAction, textOf } from "@/app/console/access";
import * as queue from "@/lib/usecases/operations/manage-queue";

export const retryTask = consoleAction("manage_jobs", async ({ deps, by }, form) => {
  const retried = await queue.retryTask({ db: deps.db, by }, textOf(form, "task"));
  revalidatePath("/console", "layout");
  return { done: `${retried} jobs are in the queue again.` };
});
