"use client";

import { useIsFieldChanging } from "@/components/portal/edits/changing";
import { StatusBadge } from "@/components/ui/status-badge";
import { wordsIn } from "@/lib/views/language";
import { notInAnswer } from "@/lib/views/portal/not-in-answer";
import type { GroupApplicationView } from "@/lib/views/portal/group";

const words = wordsIn({
  en: { badge: "Being saved" },
  es: { badge: "Guardándose" },
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
        <span>{notInAnswer()}</span>
      </>
    );
  }
  return (
    <>
      <StatusBadge standing={standing}>{badge}</StatusBadge>
      <span>{isChanging ? `${headline}. ${notInAnswer()}` : headline}</span>
    </>
  );
}
