"use client";

import { useSyncExternalStore } from "react";
import { everyMinute } from "@/components/ui/every-minute";
import { dayOfClock } from "@/lib/views/field-time";
import type { TodayView } from "@/lib/views/portal/group-days";

/** Today where a group's fields are, by the device's clock: it may have kept the page overnight, or left it open. */
export const useToday = ({ day, zone }: TodayView): string =>
  useSyncExternalStore(
    everyMinute,
    () => dayOfClock(new Date(), zone),
    () => day,
  );
