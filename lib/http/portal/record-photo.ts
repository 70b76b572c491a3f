import { z } from "zod";
import { ServiceError } from "@/lib/domain/errors";
import { sessionOf } from "@/lib/http/portal/asked-session";
import { portalAnswer } from "@/lib/http/portal/route";
import type { Handler } from "@/lib/http/api/route";
import { readPhoto } from "@/lib/usecases/records/read-photo";

const pathSchema = z.object({ fieldId: z.uuid(), entryId: z.uuid() });
const querySchema = z.object({ application: z.uuid(), size: z.enum(["small", "whole"]).default("whole") });

const DAY_S = 86_400;

/** A photo of a record, for anyone who has a session on its field. It never changes; taken out, it is gone within a day. */
export const portalPhotoRoute: Handler = portalAnswer(
  "/portal/g/{grant}/{fieldId}/record/photo/{entryId}",
  async (deps, request, context) => {
    const params = (await context.params) ?? {};
    const path = pathSchema.safeParse(params);
    const query = querySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (!path.success || !query.success) throw new ServiceError("notFound", "There is no such photo.");
    const { fieldId, entryId } = path.data;
    const { providerId } = await sessionOf(deps, request, params);
    const { application: applicationEventId, size } = query.data;
    const asked = { applicationEventId, entryId, isSmall: size === "small", fieldId };
    const picture = await readPhoto({ deps, provider: { providerId } }, asked);
    return new Response(picture, {
      headers: {
        "Content-Type": "image/jpeg",
        "Cache-Control": `private, max-age=${DAY_S}`,
        "X-Content-Type-Options": "nosniff",
      },
    });
  },
);
