import { portalReportRoute } from "@/lib/http/portal/report";

export const GET = portalReportRoute;
