import { Fragment } from "react";

/** An id or address that wraps behind its dots, dashes and slashes rather than within a word. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[._/@])/).map((part, index) => (
    <Fragment key={`${index} ${part}`}>
      {index === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ));
}
