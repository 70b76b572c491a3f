"use server";

import { revalidatePath } from "next/cache";
import { consoleAction, type ConsoleVisit, requireConfirmation, textOf } from "@/app/console/access";
import * as keys from "@/lib/auth/api-keys";
import { endOfDay } from "@/lib/domain/calendar";
import { OperatorRefusal } from "@/lib/domain/operator";

const contextOf = ({ deps, by }: ConsoleVisit) => ({
  db: deps.db,
  by,
  now: deps.clock(),
  secret: deps.env.API_KEY_HASH_SECRET,
});

/** The end of a day that a form names; null where it names none. */
function expiryOf(form: FormData, now: Date): Date | null {
  const day = textOf(form, "expires");
  if (day === "") return null;
  const end = endOfDay(day);
  if (end === null || end <= now) throw new OperatorRefusal("A key ends on a day to come.");
  return end;
}

export const issueKey = consoleAction("manage_keys", async (visit, form) => {
  const context = contextOf(visit);
  const environment = visit.deps.env.HEDGEROW_MODE === "production" ? "live" : "test";
  const wanted = {
    providerId: textOf(form, "provider_id"),
    environment,
    expiresAt: expiryOf(form, context.now),
  } as const;
  const key = await keys.issueApiKey(context, wanted);
  revalidatePath("/console", "layout");
  return { done: "The key is issued.", secret: { label: "New key", value: key } };
});

export const rotateKey = consoleAction("manage_keys", async (visit, form) => {
  const rotated = await keys.rotateApiKey(contextOf(visit), {
    providerId: textOf(form, "provider_id"),
    prefix: textOf(form, "prefix"),
    overlapHours: Number(textOf(form, "overlap_hours") || Number.NaN),
  });
  revalidatePath("/console", "layout");
  const done = `The old key works until ${rotated.oldEndsAt.toISOString().slice(0, 16).replace("T", " ")} UTC.`;
  return { done, secret: { label: "New key", value: rotated.key } };
});

export const revokeKey = consoleAction("manage_keys", async (visit, form) => {
  const prefix = textOf(form, "prefix");
  requireConfirmation(form, prefix);
  await keys.revokeApiKey(contextOf(visit), textOf(form, "provider_id"), prefix);
  revalidatePath("/console", "layout");
  return { done: "The key is revoked. Every process refuses it within a minute." };
});
