import type { Metadata } from "next";
import { requireOperator } from "@/app/console/access";
import { createProvider } from "@/app/console/(pages)/providers/actions";
import { ActionForm } from "@/components/console/action-form";
import { linkFields } from "@/components/console/provider-settings";

export const metadata: Metadata = { title: "New provider · Hedgerow console" };

export default async function NewProviderPage() {
  const { csrf } = await requireOperator("manage_providers");
  return (
    <>
      <h1>New provider</h1>
      <ActionForm
        action={createProvider}
        csrf={csrf}
        submit="Create provider"
        fields={[
          {
            name: "provider_id",
            label: "Provider id",
            type: "text",
            hint: "What provider_id in requests has to be. It never changes. Letters, digits, dots, hyphens, underscores.",
          },
          { name: "name", label: "Name", type: "text", hint: "Growers see it in the portal and on reports." },
          ...linkFields("signed_link", 30),
        ]}
      />
    </>
  );
}
