"use client";

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** A pause in writing after which it is saved. Shorter would fill the history with half sentences. */
const PAUSE_MS = 1500;

interface Options<Text> {
  isSame: (a: Text, b: Text) => boolean;
  /** The part of a text that can be saved as it is; what is not right yet stays as it was, and in the field. */
  savable: (text: Text, base: Text) => Text;
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
export function useAutosave<Text>(saved: Text, { isSame, savable, save }: Options<Text>) {
  const [writing, setWriting] = useState<Writing<Text> | null>(null);
  const latest = useRef({ writing, saved, isSame, savable, save });
  useLayoutEffect(() => {
    latest.current = { writing, saved, isSame, savable, save };
  });

  const flush = useCallback(() => {
    const now = latest.current;
    if (now.writing === null) return;
    const { draft, base } = now.writing;
    const text = now.savable(draft, base);
    const isWhole = now.isSame(text, draft);
    if (now.isSame(text, base)) {
      // Nothing to save; what is not right yet stays in the field.
      if (isWhole) setWriting(null);
      return;
    }
    const writing = isWhole ? null : { draft, base: text };
    latest.current = { ...now, writing, saved: text };
    setWriting(writing);
    now.save(text, base);
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
    window.addEventListener("pagehide", flush);
    return () => {
      document.removeEventListener("visibilitychange", whenHidden);
      window.removeEventListener("pagehide", flush);
      flush();
    };
  }, [flush]);

  return { draft: writing?.draft ?? saved, write, flush };
}
