import type { ReportMark } from "@/lib/domain/report";

/** The same shapes as on paper: they differ without color, and the word beside them says what they show. */
const MARKS: Record<ReportMark, { d: string; isFilled: boolean }> = {
  met: { d: "M6 1.2A4.8 4.8 0 1 1 5.99 1.2z", isFilled: true },
  short: { d: "M1.5 1.5H10.5V10.5H1.5zM1.5 1.5L10.5 10.5M10.5 1.5L1.5 10.5", isFilled: false },
  open: { d: "M6 1.2A4.8 4.8 0 1 1 5.99 1.2z", isFilled: false },
  none: { d: "M1.5 6H10.5", isFilled: false },
};

export function ReportMarkIcon({ mark }: { mark: ReportMark }) {
  const { d, isFilled } = MARKS[mark];
  return (
    <svg width="14" height="14" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
      <path d={d} fill={isFilled ? "currentColor" : "none"} stroke="currentColor" strokeWidth="1.2" />
    </svg>
  );
}
