import { portalGroupReportsRoute } from "@/lib/http/portal/group-reports";

export const GET = portalGroupReportsRoute;
