import { ActionForm } from "@/components/console/action-form";
import { BrandPreview } from "@/components/console/brand-preview";
import type { AccentUse } from "@/lib/domain/accent-use";
import { FormFields } from "@/components/console/form-fields";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { FormAction, FormField } from "@/lib/views/console/forms";
import styles from "./brand-card.module.css";

interface Props {
  providerId: string;
  /** As growers see it now. */
  name: string;
  /** Null: the provider's own name stands. */
  brandName: string | null;
  /** Saved, or the one to try. */
  accent: string | null;
  samples: readonly AccentUse[];
  /** Address of the logo's data; null: there is none. */
  logo: string | null;
  csrf: string;
  /** Null: the reader may look and not act. */
  action: FormAction | null;
}

/** How a provider's portal looks, with a preview of its color in each theme before it is saved. */
export function BrandCard({ providerId, name, brandName, accent, samples, logo, csrf, action }: Props) {
  return (
    <Card title="Branding" id="branding">
      {logo === null ? <p>No logo.</p> : <img className={styles.logo} src={logo} alt={`Logo of ${name}`} />}
      {accent === null ? (
        <p>No color of its own: the portal has ours.</p>
      ) : (
        <BrandPreview samples={samples} name={name} />
      )}
      {action === null ? null : <BrandForms {...{ providerId, brandName, accent, csrf, action }} />}
    </Card>
  );
}

type FormProps = Pick<Props, "providerId" | "brandName" | "accent" | "csrf"> & { action: FormAction };

function BrandForms({ providerId, brandName, accent, csrf, action }: FormProps) {
  return (
    <>
      <form method="get" action={`/console/providers/${providerId}#branding`} className={styles.form}>
        <FormFields
          id="preview"
          fields={[{ name: "accent", label: "Try a color", type: "color", value: accent ?? "#2f6b2a" }]}
        />
        <Button type="submit">Preview</Button>
      </form>
      <h3>Save the branding</h3>
      <ActionForm
        action={action}
        csrf={csrf}
        submit="Save branding"
        hidden={{ provider_id: providerId }}
        fields={brandFields(brandName, accent)}
      />
    </>
  );
}

const brandFields = (brandName: string | null, accent: string | null): FormField[] => [
  {
    name: "brand_name",
    label: "Name in the portal",
    type: "text",
    isOptional: true,
    value: brandName ?? "",
    hint: "Without it, the provider's own name stands there.",
  },
  {
    name: "accent",
    label: "Color",
    type: "text",
    isOptional: true,
    value: accent ?? "",
    hint: "As #rrggbb. Each theme moves it as far as reading needs.",
  },
  {
    name: "logo",
    label: "Logo",
    type: "file",
    isOptional: true,
    accept: "image/png,image/jpeg,image/webp",
    hint: "PNG, JPEG, or WebP, at most 128 KiB. Without a file the present one stays.",
  },
  { name: "no_logo", label: "Remove the logo", type: "checkbox" },
];
