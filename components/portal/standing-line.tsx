import { standingLine } from "@/lib/views/standing-line";

/** Stands on every page that shows a result. */
export function StandingLine() {
  return <p className="standing-line">{standingLine().text}</p>;
}
