import { portalPhotoRoute } from "@/lib/http/portal/record-photo";

export const GET = portalPhotoRoute;
