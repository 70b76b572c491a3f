"use client";

import { useOldWind } from "@/components/portal/use-old-wind";
import { Notice } from "@/components/ui/notice";

interface Props {
  wind: { at: string; isOld: boolean };
  title: string;
  text: string;
}

/** Comes up while the page stands open, too: files are loaded at the machine, long after the page was opened. */
export function OldWindNotice({ wind, title, text }: Props) {
  return useOldWind(wind) ? (
    <Notice tone="warn" title={title}>
      <p>{text}</p>
    </Notice>
  ) : null;
}
