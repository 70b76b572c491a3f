"use client";

import { createContext, useContext, type ReactNode } from "react";

const Zone = createContext<string | null>(null);

/** Times of what is inside are by the clock of a field, with its zone; null: by the reader's own. */
export const FieldClock = ({ timeZone, children }: { timeZone: string | null; children: ReactNode }) => (
  <Zone value={timeZone}>{children}</Zone>
);

/** The zone whose clock times are shown by; null: the reader's own. */
export const useFieldZone = (): string | null => useContext(Zone);
