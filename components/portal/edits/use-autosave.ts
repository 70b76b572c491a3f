"use client";

import { useCallback, useEffect, useRef, useState } from "react";

/** A pause in writing after which it is saved. Shorter would fill the history with half sentences. */
const PAUSE_MS = 1500;

interface Options<Text> {
  isSame: (a: Text, b: Text) => boolean;
  /** What is not right yet is kept and not sent. */
  isReady: (text: Text) => boolean;
  save: (text: Text, base: Text) => void;
}

interface Writing<Text> {
  draft: Text;
  /** What stood there when the writing began: what the edit is based on, whatever comes in meanwhile. */
  base: Text;
}

/**
 * A text that saves itself: after a pause, when its field is left, and when the page is put away. While someone writes,
 * nothing that arrives from the server touches what they wrote.
 */
export function useAutosave<Text>(saved: Text, { isSame, isReady, save }: Options<Text>) {
  const [writing, setWriting] = useState<Writing<Text> | null>(null);
  const latest = useRef({ writing, saved, isSame, isReady, save });
  useEffect(() => {
    latest.current = { writing, saved, isSame, isReady, save };
  });

  const flush = useCallback(() => {
    const now = latest.current;
    if (now.writing === null || !now.isReady(now.writing.draft)) return;
    const { draft, base } = now.writing;
    if (!now.isSame(draft, base)) now.save(draft, base);
    latest.current = { ...now, writing: null };
    setWriting(null);
  }, []);

  const write = useCallback((draft: Text) => {
    const next = { draft, base: latest.current.writing?.base ?? latest.current.saved };
    latest.current = { ...latest.current, writing: next };
    setWriting(next);
  }, []);

  useEffect(() => {
    if (writing === null) return undefined;
    const timer = setTimeout(flush, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [writing, flush]);

  useEffect(() => {
    const whenHidden = (): void => {
      if (document.visibilityState === "hidden") flush();
    };
    document.addEventListener("visibilitychange", whenHidden);
    return () => {
      document.removeEventListener("visibilitychange", whenHidden);
      flush();
    };
  }, [flush]);

  return { draft: writing?.draft ?? saved, write, flush };
}
