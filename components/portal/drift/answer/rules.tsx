import { Card } from "@/components/ui/card";
import type { RuleView } from "@/lib/views/portal/drift";

/** Why the buffers are as they are: each rule with where it stands. */
export function Rules({ rules }: { rules: readonly RuleView[] }) {
  if (rules.length === 0) return null;
  return (
    <Card title="Why" id="rules">
      <ol>
        {rules.map(({ text, source, evidence }, index) => (
          <li key={`${index} ${text}`}>
            <p>
              {text}
              {source === null ? null : <> Stands in: {source}.</>}
              {evidence === null ? null : <> {evidence}.</>}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
