"use client";

import { useEffect, useRef, useState, type RefObject } from "react";

const NEAR = "400px";

/**
 * Whether someone has come near a place of the page: what is costly is fetched then. Once near, always near. A page
 * that is still coming in is short, and everything in it near, so no one is asked before it is whole.
 */
export function useNear(): { place: RefObject<HTMLDivElement | null>; isNear: boolean } {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const host = place.current;
    if (host === null || isNear) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: NEAR },
    );
    const begin = (): void => observer.observe(host);
    if (document.readyState === "complete") begin();
    else window.addEventListener("load", begin, { once: true });
    return () => {
      window.removeEventListener("load", begin);
      observer.disconnect();
    };
  }, [isNear]);
  return { place, isNear };
}
