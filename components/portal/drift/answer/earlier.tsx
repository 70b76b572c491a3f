import { Icon } from "@/components/ui/icon";
import type { AnswerWords } from "@/lib/views/portal/drift-answer-words";

/** What stands here is the answer to other conditions than those that are set. */
export const Earlier = ({ text }: { text: AnswerWords }) => (
  <p data-earlier-answer>
    <Icon name="clock" /> {text.earlier}
  </p>
);
