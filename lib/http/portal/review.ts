import { z } from "zod";
import { ServiceError } from "@/lib/domain/errors";
import { PortalRefusal } from "@/lib/domain/portal";
import { portalForm } from "@/lib/http/portal/route";
import { reviewLimitation } from "@/lib/usecases/portal/edits/reviewed";

const formSchema = z.object({
  application: z.uuid(),
  product: z.string().min(1).max(200),
  pula: z.coerce.number().int(),
  limitation: z.coerce.number().int(),
  text: z.string().regex(/^[0-9a-f]{64}$/),
  reviewed: z.enum(["yes", "no"]),
  anchor: z.string().regex(/^limitation-\d{1,5}$/),
});

/** The mark of a form, and back to the text it stands under. */
export const reviewRoute = portalForm("/portal/g/{grant}/{fieldId}/limitations/review", async ({ session, form }) => {
  const parsed = formSchema.safeParse(Object.fromEntries(form));
  const fieldId = session.field?.fieldId;
  if (!parsed.success || fieldId === undefined) {
    throw new ServiceError("invalidRequest", "This form is not one of ours, or it is not complete.");
  }
  const { application, product, pula, limitation, text, reviewed, anchor } = parsed.data;
  const refused = await reasonOf(
    reviewLimitation(session.pass, {
      fieldId,
      applicationEventId: application,
      product,
      pulaId: pula,
      limitationId: limitation,
      textHash: text,
      reviewed: reviewed === "yes",
    }),
  );
  const why = refused === null ? "" : `&refused=${refused}`;
  return `/portal/g/${session.grant}/${fieldId}/limitations?application=${application}${why}#${refused === null ? anchor : "content"}`;
});

/** Why an edit was refused, for the page that says so; null when it was made. */
const reasonOf = (edit: Promise<void>): Promise<string | null> =>
  edit.then(
    () => null,
    (error: unknown) => {
      if (error instanceof PortalRefusal) return error.reason;
      throw error;
    },
  );
