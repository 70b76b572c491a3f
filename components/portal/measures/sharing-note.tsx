import { wordsIn } from "@/lib/views/language";
import type { SharingApplicationView } from "@/lib/views/portal/field-year";

const words = wordsIn({
  en: {
    how: (applications: number) => `How the ${applications} applications that share these measures stand`,
    shown: " (shown here)",
    locked: " (locked)",
    noneAsked: "no points asked",
  },
  es: {
    how: (applications) => `Cómo están las ${applications} aplicaciones que comparten estas medidas`,
    shown: " (se muestra aquí)",
    locked: " (bloqueada)",
    noneAsked: "no se piden puntos",
  },
});

/** How each application stands that shares the measures ticked here. Each asks for points of its own. */
export function SharingNote({ applications }: { applications: readonly SharingApplicationView[] }) {
  if (applications.length < 2) return null;
  return (
    <details>
      <summary>{words().how(applications.length)}</summary>
      <ul>
        {applications.map(({ applicationEventId, title, isShown, isLocked, tallies }) => (
          <li key={applicationEventId}>
            {title}
            {isShown ? words().shown : ""}
            {isLocked ? words().locked : ""}:{" "}
            {tallies.map((tally) => `${tally.title}, ${tally.headline}`).join("; ") || words().noneAsked}
          </li>
        ))}
      </ul>
    </details>
  );
}
