import { signOutRoute } from "@/lib/http/portal/entry";

/** A form posts here: a browser that fetches pages ahead would follow a link. */
export const POST = signOutRoute;
