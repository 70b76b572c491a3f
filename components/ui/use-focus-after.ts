import { useEffect, useState } from "react";

/**
 * Moves the focus once what was asked for stands: the control that someone pressed goes away with what it opened or closed, and the
 * focus would go with it. The target has to take focus (`tabIndex={-1}`).
 */
export function useFocusAfter(): (id: string) => void {
  const [wanted, setWanted] = useState<{ id: string } | null>(null);
  useEffect(() => {
    if (wanted !== null) document.getElementById(wanted.id)?.focus();
  }, [wanted]);
  return (id) => setWanted({ id });
}
