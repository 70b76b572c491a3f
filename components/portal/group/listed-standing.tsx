"use client";

import { useIsFieldChanging } from "@/components/portal/edits/changing";
import { StatusBadge } from "@/components/ui/status-badge";
import { wordsIn } from "@/lib/views/language";
import type { GroupApplicationView } from "@/lib/views/portal/group";

const words = wordsIn({
  en: { badge: "Being saved", headline: "A change you made is not in this answer yet" },
  es: { badge: "Guardándose", headline: "Un cambio suyo todavía no está en esta respuesta" },
});

interface Props extends Pick<GroupApplicationView, "standing" | "badge" | "headline"> {
  fieldId: string;
}

/** Where an application stands; while a change is not in that, no answer but one that says not to spray, which stays and says so too. */
export function ListedStanding({ fieldId, standing, badge, headline }: Props) {
  const isChanging = useIsFieldChanging(fieldId);
  if (isChanging && standing !== "not_met") {
    return (
      <>
        <StatusBadge standing="indeterminate">{words().badge}</StatusBadge>
        <span>{words().headline}</span>
      </>
    );
  }
  return (
    <>
      <StatusBadge standing={standing}>{badge}</StatusBadge>
      <span>{isChanging ? `${headline}. ${words().headline}` : headline}</span>
    </>
  );
}
