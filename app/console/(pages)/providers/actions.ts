"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { consoleAction, requireConfirmation, textOf } from "@/app/console/access";
import { OperatorRefusal } from "@/lib/domain/operator";
import { PORTAL_MODES, type PortalMode } from "@/lib/domain/provider";
import * as providers from "@/lib/usecases/operations/manage-providers";
import { readAccent, readBrandName, readLogoFile, setBranding } from "@/lib/usecases/operations/set-branding";

const portalModeOf = (form: FormData): PortalMode => {
  const mode = PORTAL_MODES.find((known) => known === textOf(form, "portal_mode"));
  if (mode === undefined) throw new OperatorRefusal("Choose one of the kinds of portal links.");
  return mode;
};

const contextOf = ({ deps, by }: Parameters<Parameters<typeof consoleAction>[1]>[0]) => ({ db: deps.db, by });

export const createProvider = consoleAction("manage_providers", async (visit, form) => {
  const providerId = textOf(form, "provider_id");
  await providers.createProvider(contextOf(visit), {
    providerId,
    name: textOf(form, "name"),
    portalMode: portalModeOf(form),
    linkDays: Number(textOf(form, "link_days")),
  });
  redirect(`/console/providers/${providerId}`);
});

export const setPortalEnabled = consoleAction("manage_providers", async (visit, form) => {
  const isOpen = textOf(form, "portal") === "open";
  await providers.setPortalEnabled(contextOf(visit), textOf(form, "provider_id"), isOpen);
  revalidatePath("/console", "layout");
  return { done: isOpen ? "The portal opens again." : "The portal is closed. What is saved in it stays." };
});

export const setPortalLinks = consoleAction("manage_providers", async (visit, form) => {
  const wanted = { portalMode: portalModeOf(form), linkDays: Number(textOf(form, "link_days")) };
  await providers.setPortalLinks(contextOf(visit), textOf(form, "provider_id"), wanted);
  revalidatePath("/console", "layout");
  return { done: "Saved. New links follow it within a minute." };
});

export const setAttestations = consoleAction("manage_providers", async (visit, form) => {
  const doCount = textOf(form, "attestations") === "count";
  await providers.setAttestationsCount(contextOf(visit), textOf(form, "provider_id"), doCount);
  revalidatePath("/console", "layout");
  return { done: doCount ? "Applicators' answers count." : "Applicators' answers are shown and do not count." };
});

export const setKeepYears = consoleAction("manage_providers", async (visit, form) => {
  const [providerId, years] = [textOf(form, "provider_id"), Number(textOf(form, "keep_years"))];
  const provider = await providers.readProvider(visit.deps.db, providerId);
  if (provider !== null && years < provider.keepYears) requireConfirmation(form, providerId);
  await providers.setKeepYears(contextOf(visit), providerId, years);
  revalidatePath("/console", "layout");
  return { done: `Saved. Applications of ${visit.deps.clock().getUTCFullYear() - years - 1} and before end tonight.` };
});

export const saveBranding = consoleAction("manage_providers", async (visit, form) => {
  const logo = form.get("logo");
  const takeAway = form.get("no_logo") !== null;
  const [name, accent] = [textOf(form, "brand_name"), textOf(form, "accent")];
  await setBranding(contextOf(visit), textOf(form, "provider_id"), {
    name: name === "" ? null : readBrandName(name),
    accent: accent === "" ? null : readAccent(accent),
    ...(logo instanceof File && logo.size > 0
      ? { logo: await readLogoFile(Buffer.from(await logo.arrayBuffer())) }
      : {}),
    ...(takeAway ? { logo: null } : {}),
  });
  revalidatePath("/console", "layout");
  return { done: "The branding is saved. Open portal pages show it from their next page on." };
});

export const revokeLinks = consoleAction("manage_providers", async (visit, form) => {
  const providerId = textOf(form, "provider_id");
  requireConfirmation(form, providerId);
  await providers.revokeLinks(contextOf(visit), providerId);
  revalidatePath("/console", "layout");
  return { done: "Every link and portal session is void. Links made from a minute on are good." };
});

export const offboardProvider = consoleAction("manage_providers", async (visit, form) => {
  const providerId = textOf(form, "provider_id");
  requireConfirmation(form, providerId);
  const context = { ...contextOf(visit), now: visit.deps.clock() };
  const { keysRevoked, webhooksOff } = await providers.offboardProvider(context, providerId);
  revalidatePath("/console", "layout");
  return { done: `Off-boarded: ${keysRevoked} keys revoked, ${webhooksOff} webhooks off, links void, portal closed.` };
});
