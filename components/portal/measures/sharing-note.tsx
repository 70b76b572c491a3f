import type { SharingApplicationView } from "@/lib/views/portal/field-year";

/** How each application stands that shares the measures ticked here. Each asks for points of its own. */
export function SharingNote({ applications }: { applications: readonly SharingApplicationView[] }) {
  if (applications.length < 2) return null;
  return (
    <details>
      <summary>How the {applications.length} applications that share these measures stand</summary>
      <ul>
        {applications.map(({ applicationEventId, title, isShown, isLocked, tallies }) => (
          <li key={applicationEventId}>
            {title}
            {isShown ? " (shown here)" : ""}
            {isLocked ? " (locked)" : ""}:{" "}
            {tallies.map((tally) => `${tally.title}, ${tally.headline}`).join("; ") || "no points asked"}
          </li>
        ))}
      </ul>
    </details>
  );
}
