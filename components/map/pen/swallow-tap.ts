/**
 * Keeps the tap that closes a shape from doing more: its click comes after the shape is done, when something else may
 * already lie under the finger. A new press or key is not part of it.
 */
export function swallowTap(): void {
  const stop = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
    end();
  };
  const end = (): void => {
    window.removeEventListener("click", stop, true);
    for (const next of ["pointerdown", "keydown"]) window.removeEventListener(next, end, true);
  };
  window.addEventListener("click", stop, true);
  for (const next of ["pointerdown", "keydown"]) window.addEventListener(next, end, true);
}
