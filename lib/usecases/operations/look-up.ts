import { asProvider, type Db } from "@/lib/data/db";
import { findRefusals } from "@/lib/data/refused-requests";
import { findAnswers, findApplications, type FoundApplication, type GivenAnswer } from "@/lib/data/operators/look-up";

export interface LookedUp {
  application: FoundApplication;
  /** Newest first. */
  answers: GivenAnswer[];
}

/** The applications that an id names, of one provider, and what each was answered when. */
export const lookUp = (db: Db, providerId: string, id: string): Promise<LookedUp[]> =>
  asProvider(
    db,
    providerId,
    async (tx) => {
      const found: LookedUp[] = [];
      for (const application of await findApplications(tx, providerId, id)) {
        const answers = await findAnswers(tx, providerId, application.applicationEventId);
        found.push({ application, answers });
      }
      return found;
    },
    { isolation: "RepeatableRead" },
  );

/** Refused requests with this request id, of any provider. */
export const lookUpRequest = findRefusals;
