"use server";

import { redirect } from "next/navigation";
import { consoleAction, textOf } from "@/app/console/access";
import { OperatorRefusal } from "@/lib/domain/operator";
import { askToPreviewSet, askToPreviewTables } from "@/lib/usecases/data-sets/preview-by-console";
import { previewHref } from "@/lib/views/console/previews";

export const previewSet = consoleAction("preview_data", async ({ deps, by }, form) => {
  const wanted = { kind: textOf(form, "kind"), version: textOf(form, "version") };
  redirect(previewHref(await askToPreviewSet({ db: deps.db, by }, wanted)));
});

/** All of them together; the counties of the country are the largest file, with 0.12 MB. */
const MOST_BYTES = 900_000;

export const previewTableFiles = consoleAction("preview_data", async ({ deps, by }, form) => {
  const sent = form.getAll("files").filter((each) => typeof each !== "string" && each.size > 0) as File[];
  if (sent.length === 0) throw new OperatorRefusal("Choose one or more table files.");
  if (sent.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES) {
    throw new OperatorRefusal("The files are larger than rule tables can be.");
  }
  const files = await Promise.all(
    sent.map(async (each) => ({ file: each.name, json: parsed(each.name, await each.text()) })),
  );
  redirect(previewHref(await askToPreviewTables({ db: deps.db, by }, files)));
});

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OperatorRefusal(`${name} is not JSON.`);
  }
}
