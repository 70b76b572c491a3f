const MINUTE_MS = 60_000;

/** A device that slept, or a page that was gone back to, has missed minutes: they count as soon as someone looks again. */
export const everyMinute = (changed: () => void): (() => void) => {
  const timer = setInterval(changed, MINUTE_MS);
  document.addEventListener("visibilitychange", changed);
  window.addEventListener("pageshow", changed);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", changed);
    window.removeEventListener("pageshow", changed);
  };
};
