import { languageRoute } from "@/lib/http/portal/looks";

export const POST = languageRoute;
