import { brandSheetRoute } from "@/lib/http/portal/looks";

export const GET = brandSheetRoute;
