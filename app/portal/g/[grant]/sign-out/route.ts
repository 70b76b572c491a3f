import { signOutRoute } from "@/lib/http/portal/entry";

/** A form posts here: a link would be followed by whoever fetches pages ahead. */
export const POST = signOutRoute;
