import { openLinkRoute } from "@/lib/http/portal/entry";

/** What a portal link opens: a session, and the address without the link. */
export const GET = openLinkRoute;
