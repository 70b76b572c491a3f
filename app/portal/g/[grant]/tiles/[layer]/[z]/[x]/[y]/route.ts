import { tileRoute } from "@/lib/http/portal/tile";

export const GET = tileRoute;
