/** Stands on every page that shows a result. */
export function StandingLine() {
  return <p className="standing-line">A result of this service is never a clearance to apply.</p>;
}
