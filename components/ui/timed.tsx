import { Fragment } from "react";
import { LocalTime } from "@/components/ui/local-time";
import type { TimedText } from "@/lib/views/timed-text";

/** A sentence whose times are in the reader's own time zone. */
export const Timed = ({ text }: { text: TimedText }) =>
  text.map((part, index) => (
    <Fragment key={index}>{typeof part === "string" ? part : <LocalTime at={part.at} />}</Fragment>
  ));
