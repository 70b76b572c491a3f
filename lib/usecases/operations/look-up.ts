import { asProvider, type Db } from "@/lib/data/db";
import { findRefusals } from "@/lib/data/refused-requests";
import {
  type AnsweredRequest,
  type EmptyField,
  findAnsweredRequests,
  findAnswers,
  findNamed,
  type FoundApplication,
  type GivenAnswer,
} from "@/lib/data/operators/look-up";
import type { FoundRefusal } from "@/lib/domain/refused-request";

export interface LookedUp {
  application: FoundApplication;
  /** Newest first. */
  answers: GivenAnswer[];
}

/** An id as it was pasted, without the blanks, quotes, and commas that came along. */
export const asPasted = (text: string): string => text.replaceAll(/^[\s"'`,;]+|[\s"'`,;]+$/g, "").slice(0, 200);

export interface LookUp {
  /** Newest first. */
  applications: LookedUp[];
  emptyFields: EmptyField[];
}

/** The applications that an id names, of one provider, and what each was answered when; and its fields that no application is of. */
export const lookUp = (db: Db, providerId: string, id: string): Promise<LookUp> =>
  asProvider(
    db,
    providerId,
    async (tx) => {
      const found = await findNamed(tx, providerId, id);
      const applications: LookedUp[] = [];
      for (const application of found.applications) {
        const answers = await findAnswers(tx, providerId, application.applicationEventId);
        applications.push({ application, answers });
      }
      return { applications, emptyFields: found.emptyFields };
    },
    { isolation: "RepeatableRead" },
  );

export interface LookedUpRequest {
  /** Under which the request was found: ids that the service makes have small letters. */
  requestId: string;
  answered: AnsweredRequest[];
  refused: FoundRefusal[];
}

/** What requests with this id were answered or refused with, of any provider. The caller chooses the id, so it may repeat. */
export async function lookUpRequest(db: Db, requestId: string): Promise<LookedUpRequest> {
  const found = await findRequest(db, requestId);
  const small = requestId.toLowerCase();
  if (small === requestId || found.answered.length + found.refused.length > 0) return { requestId, ...found };
  const again = await findRequest(db, small);
  return again.answered.length + again.refused.length > 0 ? { requestId: small, ...again } : { requestId, ...found };
}

async function findRequest(db: Db, requestId: string): Promise<Omit<LookedUpRequest, "requestId">> {
  const [answered, refused] = await Promise.all([findAnsweredRequests(db, requestId), findRefusals(db, requestId)]);
  return { answered, refused };
}
