import type { AccentUse } from "@/lib/domain/accent-use";
import styles from "./brand-preview.module.css";

const THEME_NAMES: Record<string, string> = { light: "Light", dark: "Dark", sunlight: "Full sun" };

/** How a provider's color stands in each theme: as a button and as a link. Drawn, because the page allows no inline style. */
export function BrandPreview({ samples, name }: { samples: readonly AccentUse[]; name: string }) {
  return (
    <ul className={styles.samples}>
      {samples.map(({ theme, ground, accent, onAccent, isAdjusted, contrast }) => (
        <li key={theme}>
          <svg viewBox="0 0 240 110" className={styles.picture} role="img" aria-label={`${name} in ${theme} colors`}>
            <rect width="240" height="110" rx="8" fill={ground} />
            <text x="16" y="32" fill={accent} fontSize="16" fontWeight="700">
              {name.slice(0, 24)}
            </text>
            <rect x="16" y="50" width="140" height="44" rx="8" fill={accent} />
            <text x="86" y="77" fill={onAccent} fontSize="15" fontWeight="600" textAnchor="middle">
              Save measures
            </text>
          </svg>
          <p>
            {THEME_NAMES[theme] ?? theme}: {accent}
            {isAdjusted ? ", moved until it can be read" : ", as chosen"}; contrast {contrast.toFixed(1)} to 1
          </p>
        </li>
      ))}
    </ul>
  );
}
