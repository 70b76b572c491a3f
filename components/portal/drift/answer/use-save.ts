import { useRouter } from "next/navigation";
import { useState } from "react";
import type { MomentBody } from "@/components/portal/drift/conditions/conditions";
import { MomentProblem, saveMoment } from "@/components/portal/drift/conditions/moment-requests";

type Save =
  | { kind: "idle" }
  | { kind: "saving" }
  | { kind: "saved"; at: string }
  | { kind: "failed"; message: string; wasChanged: boolean };

type Wanted = MomentBody & { basis: string; observed_at?: string };

const isChanged = (error: unknown): boolean =>
  error instanceof MomentProblem && error.code !== null && /CHANGED|CONFLICT/.test(error.code);

/** Saves conditions. `lookAgain` is called when something that their answer rested on was changed meanwhile. */
export function useSave(path: string, lookAgain: () => void) {
  const router = useRouter();
  const [save, setSave] = useState<Save>({ kind: "idle" });
  const send = async (wanted: Wanted): Promise<void> => {
    setSave({ kind: "saving" });
    try {
      const { saved_at: at } = await saveMoment(path, { ...wanted, wind_rose: false });
      setSave({ kind: "saved", at });
      router.refresh();
    } catch (error) {
      const wasChanged = isChanged(error);
      const message = error instanceof Error ? error.message : "The server could not answer. Try again.";
      setSave({ kind: "failed", message, wasChanged });
      if (!wasChanged) return;
      lookAgain();
      router.refresh();
    }
  };
  return { save, run: (wanted: Wanted) => void send(wanted) };
}
