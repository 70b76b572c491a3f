"use client";

import { useEffect } from "react";

/** `over`: its list lies over what follows it. */
const OVER = 'details[data-menu="over"][open]';

/** Escape closes the menu that has the focus, which goes back to its button. */
function escape({ key, target }: KeyboardEvent): void {
  const menu =
    key === "Escape" && target instanceof Element
      ? target.closest<HTMLDetailsElement>("details[data-menu][open]")
      : null;
  if (menu === null) return;
  menu.open = false;
  menu.querySelector("summary")?.focus();
}

/** A menu that the focus has left would cover what has it now. */
function leave({ target }: FocusEvent): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(OVER)) {
    if (!menu.contains(target as Node)) menu.open = false;
  }
}

/** Menus open and close without a script; with one they also close by Escape, and behind who goes on from them. */
export function MenuKeys(): null {
  useEffect(() => {
    document.addEventListener("keydown", escape);
    document.addEventListener("focusin", leave);
    return () => {
      document.removeEventListener("keydown", escape);
      document.removeEventListener("focusin", leave);
    };
  }, []);
  return null;
}
