import { asProvider } from "@/lib/data/db";
import { findCabGround, type CabGround } from "@/lib/data/portal/cab-ground";
import type { PortalSession } from "@/lib/usecases/portal/session";

export type { CabGround };

/** The boundary and last placed buffer that the card on the overview draws. Null without a boundary. */
export const readCabGround = (
  { pass, providerId }: PortalSession,
  ids: { fieldId: string; applicationEventId: string },
): Promise<CabGround | null> => asProvider(pass.deps.db, providerId, (tx) => findCabGround(tx, providerId, ids));
