"use server";

import { revalidatePath } from "next/cache";
import { consoleAction, type ConsoleVisit, requireConfirmation, textOf } from "@/app/console/access";
import { OperatorRefusal } from "@/lib/domain/operator";
import { WEBHOOK_EVENTS } from "@/lib/domain/webhook";
import * as endpoints from "@/lib/usecases/webhooks/manage-endpoints";
import * as log from "@/lib/usecases/webhooks/read-log";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const contextOf = ({ deps, by }: ConsoleVisit, form: FormData) => ({
  deps,
  by,
  providerId: textOf(form, "provider_id"),
});

function idOf(form: FormData, name: string): string {
  const id = textOf(form, name);
  if (!UUID.test(id)) throw new OperatorRefusal("This form names nothing that there is. Load the page again.");
  return id;
}

/** The kinds that are ticked; every kind where none is. */
const eventsOf = (form: FormData) => {
  const ticked = WEBHOOK_EVENTS.filter((kind) => form.has(`event:${kind}`));
  return ticked.length === 0 ? WEBHOOK_EVENTS : ticked;
};

export const addEndpoint = consoleAction("manage_webhooks", async (visit, form) => {
  const wanted = { url: textOf(form, "url"), eventTypes: eventsOf(form) };
  const { secret } = await endpoints.addEndpoint(contextOf(visit, form), wanted);
  revalidatePath("/console", "layout");
  return { done: "The endpoint is added and on.", secret: { label: "Secret that signs its messages", value: secret } };
});

export const rotateSecret = consoleAction("manage_webhooks", async (visit, form) => {
  const secret = await endpoints.rotateSecret(contextOf(visit, form), idOf(form, "endpoint_id"));
  revalidatePath("/console", "layout");
  return { done: "For a day, messages are signed with both secrets.", secret: { label: "New secret", value: secret } };
});

export const sendTest = consoleAction("manage_webhooks", async (visit, form) => {
  await log.sendTest(contextOf(visit, form), idOf(form, "endpoint_id"));
  revalidatePath("/console", "layout");
  return { done: "A test message is in the queue. What comes of it stands under Deliveries." };
});

export const removeEndpoint = consoleAction("manage_webhooks", async (visit, form) => {
  requireConfirmation(form, "remove");
  await endpoints.removeEndpoint(contextOf(visit, form), idOf(form, "endpoint_id"));
  revalidatePath("/console", "layout");
  return { done: "The endpoint and its deliveries are gone. Nothing more is sent there." };
});

export const switchEndpoint = consoleAction("manage_webhooks", async (visit, form) => {
  const isOn = textOf(form, "endpoint_state") === "on";
  await (isOn ? endpoints.enableEndpoint : endpoints.disableEndpoint)(
    contextOf(visit, form),
    idOf(form, "endpoint_id"),
  );
  revalidatePath("/console", "layout");
  return { done: isOn ? "The endpoint is on." : "The endpoint is off. Deliveries that wait for it end as failed." };
});

export const replayDelivery = consoleAction("manage_webhooks", async (visit, form) => {
  await log.replayDelivery(contextOf(visit, form), idOf(form, "delivery_id"));
  revalidatePath("/console", "layout");
  return { done: "The delivery is in the queue again, under the same webhook-id." };
});
