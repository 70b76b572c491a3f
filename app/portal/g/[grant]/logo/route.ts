import { logoRoute } from "@/lib/http/portal/looks";

export const GET = logoRoute;
