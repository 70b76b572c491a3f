"use client";

import { useEffect, useRef, useState, type RefObject } from "react";

const NEAR = "400px";

/** Whether somebody has come near a place of the page: what is costly is fetched then. Once near, always near. */
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
    observer.observe(host);
    return () => observer.disconnect();
  }, [isNear]);
  return { place, isNear };
}
