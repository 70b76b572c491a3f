import { useEffect, useEffectEvent, useState, type RefObject } from "react";

interface Options {
  /** Something is taken up. */
  isOn: boolean;
  /** Something was made with it that would be lost: corners, picked edges, written text, an area. */
  hasUnsavedWork: (slot: HTMLElement) => boolean;
  stop: () => void;
}

/** What takes the question back beside keys. Assistive technology clicks and writes without a pointer or a key. */
const GOING_ON = ["pointerdown", "click", "input"] as const;

/**
 * Escape calls off what is taken up, from its form and buttons and from the map beside them. Where something was made that would be lost,
 * the first press asks, and a second one right after it means it. Returns whether it asks.
 */
export function useEscape(place: RefObject<HTMLElement | null>, { isOn, hasUnsavedWork, stop }: Options): boolean {
  const [isAsking, setAsking] = useState(false);
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const { current: slot } = place;
    if (event.key !== "Escape") {
      setAsking(false);
      return;
    }
    if (slot === null || event.defaultPrevented || event.isComposing || event.repeat || !isOfDrawing(event, slot))
      return;
    const mustAsk = !isAsking && hasUnsavedWork(slot);
    setAsking(mustAsk);
    if (!mustAsk) stop();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent): void => press(event);
    const goOn = (): void => setAsking(false);
    document.addEventListener("keydown", onKey);
    for (const event of GOING_ON) document.addEventListener(event, goOn);
    return () => {
      document.removeEventListener("keydown", onKey);
      for (const event of GOING_ON) document.removeEventListener(event, goOn);
      goOn();
    };
  }, [isOn]);
  return isAsking;
}

/** Pressed in what stands below the map, or on the map itself. */
const isOfDrawing = ({ target }: KeyboardEvent, slot: HTMLElement): boolean =>
  target instanceof HTMLElement &&
  (slot.contains(target) || target.matches("canvas[tabindex]") || target.closest("[data-map-column]") !== null);
