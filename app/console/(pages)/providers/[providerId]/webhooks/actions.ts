"use server";

import { revalidatePath } from "next/cache";
import { consoleAction, type ConsoleVisit, textOf } from "@/app/console/access";
import { OperatorRefusal } from "@/lib/domain/operator";
import { disableEndpoint, enableEndpoint } from "@/lib/usecases/webhooks/manage-endpoints";
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

export const switchEndpoint = consoleAction("manage_webhooks", async (visit, form) => {
  const isOn = textOf(form, "endpoint_state") === "on";
  await (isOn ? enableEndpoint : disableEndpoint)(contextOf(visit, form), idOf(form, "endpoint_id"));
  revalidatePath("/console", "layout");
  return { done: isOn ? "The endpoint is on." : "The endpoint is off. Deliveries that wait for it end as failed." };
});

export const replayDelivery = consoleAction("manage_webhooks", async (visit, form) => {
  await log.replayDelivery(contextOf(visit, form), idOf(form, "delivery_id"));
  revalidatePath("/console", "layout");
  return { done: "The delivery is in the queue again, under the same webhook-id." };
});
