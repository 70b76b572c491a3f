"use client";

import { createContext, useContext, type ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button";
import type { ShellView } from "@/lib/views/portal/frame";

type Next = ShellView["next"];

const Context = createContext<Next>(null);

/** Lets the parts of a page offer the next step where their own work ends. */
export const NextStepProvider = ({ next, children }: { next: Next; children: ReactNode }) => (
  <Context value={next}>{children}</Context>
);

/** Where this page leads when its own work is done; null where it leads nowhere. */
export const useNextStep = (): Next => useContext(Context);

/** The way on from here, where something was just done: no one scrolls to the page's end for it. */
export function NextStepHere() {
  const next = useNextStep();
  if (next === null) return null;
  return (
    <p data-next-step>
      <ButtonLink href={next.href} kind="primary" icon="arrow">
        {next.words}
      </ButtonLink>
    </p>
  );
}
