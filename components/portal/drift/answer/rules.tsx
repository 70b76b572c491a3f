import { Card } from "@/components/ui/card";
import type { RuleView } from "@/lib/views/portal/drift";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: { title: "Why", standsIn: "Stands in:" },
  es: { title: "Por qué", standsIn: "Está en:" },
});

/** Why the buffers are as they are: each rule with where it stands. */
export function Rules({ rules }: { rules: readonly RuleView[] }) {
  if (rules.length === 0) return null;
  return (
    <Card title={words().title} id="rules">
      <ol>
        {rules.map(({ text, source, evidence }, index) => (
          <li key={`${index} ${text}`}>
            <p>
              {text}
              {source === null ? null : (
                <>
                  {" "}
                  {words().standsIn} <span lang="en">{source}</span>.
                </>
              )}
              {evidence === null ? null : <> {evidence}.</>}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
