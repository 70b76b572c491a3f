import { LocalTime } from "@/components/ui/local-time";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { StatusBadge } from "@/components/ui/status-badge";
import type { DriftView } from "@/lib/views/portal/drift";

/** What is on record: the conditions that were used last, and what they came to. */
export function SavedRecord({ view: { saved, isSavedOutdated } }: { view: DriftView }) {
  if (saved === null) {
    return (
      <Card title="On record" id="saved">
        <p>No conditions were used since the last check, so no buffer is on record.</p>
      </Card>
    );
  }
  return (
    <Card title="On record" id="saved" aside={<StatusBadge standing={saved.standing}>{saved.badge}</StatusBadge>}>
      <p>
        Saved <LocalTime at={saved.checkedAt} />. {saved.headline}. {saved.area}
      </p>
      {isSavedOutdated ? (
        <Notice tone="warn" title="Out of date">
          <p>
            Practices, drawn areas, slopes or the field were changed after this was worked out. Use the conditions again
            to put the present answer on record.
          </p>
        </Notice>
      ) : null}
      <Facts facts={saved.conditions} />
    </Card>
  );
}
