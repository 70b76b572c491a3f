"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { consoleAction, textOf } from "@/app/console/access";
import { SIGNATURE_VERDICTS } from "@/lib/domain/label-signature";
import { OperatorRefusal } from "@/lib/domain/operator";
import { readLabelBook } from "@/lib/usecases/labels/label-book";
import * as labels from "@/lib/usecases/labels/sign-fact";

export const signFact = consoleAction("sign_facts", async ({ deps, session, by }, form) => {
  const verdict = SIGNATURE_VERDICTS.find((known) => known === textOf(form, "verdict"));
  const book = await readLabelBook();
  if (verdict === undefined || book === null) throw new OperatorRefusal("Choose what you read in the label.");
  await labels.signFact(
    { db: deps.db, by, now: deps.clock(), book, reader: session },
    {
      file: textOf(form, "file"),
      hash: textOf(form, "content_hash"),
      verdict,
      page: textOf(form, "page"),
      note: textOf(form, "note"),
    },
  );
  revalidatePath("/console", "layout");
  // The filter may hide the fact now, so the page itself says what was done.
  const back = new URLSearchParams({ state: textOf(form, "state"), done: verdict });
  redirect(`/console/labels/${encodeURIComponent(textOf(form, "registration"))}?${back.toString()}`);
});
