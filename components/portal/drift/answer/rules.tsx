import { Card } from "@/components/ui/card";
import type { RuleView } from "@/lib/views/portal/drift";
import type { AnswerWords } from "@/lib/views/portal/drift-answer-words";

/** Why the buffers are as they are: each rule with where it stands. */
export function Rules({ rules, text: words }: { rules: readonly RuleView[]; text: AnswerWords }) {
  if (rules.length === 0) return null;
  return (
    <Card title={words.why} id="rules">
      <ol>
        {rules.map(({ text, parts, source, evidence }, index) => (
          <li key={`${index} ${text}`}>
            <p>
              {parts?.map((part) => (
                <span key={part.text} lang={part.isEnglish ? "en" : undefined}>
                  {part.text}
                </span>
              )) ?? text}
              {source === null ? null : (
                <>
                  {" "}
                  {words.standsIn} <span lang="en">{source}</span>.
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
