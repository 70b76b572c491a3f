import type { AuthOptions, CookiesOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import type { OAuthConfig } from "next-auth/providers/oauth";
import {
  CONSOLE_PATH,
  CSRF_COOKIE,
  nameOfCookie,
  SESSION_COOKIE,
  SESSION_S,
  startSession,
} from "@/lib/auth/console/sessions";
import { isStrongEnough } from "@/lib/auth/console/oidc-rules";
import { admitVouched, checkPassword } from "@/lib/auth/console/sign-in";
import type { Deps } from "@/lib/runtime/deps";

/** Where next-auth's own routes live. */
export const AUTH_PATH = `${CONSOLE_PATH}/auth`;
export const SIGN_IN_PATH = `${CONSOLE_PATH}/sign-in`;
/** The provider's name in the addresses of next-auth. */
export const OIDC = "oidc";

/** Why a sign-in was refused, as the sign-in page's address names it. */
export const SIGN_IN_FAULTS = { limited: "TooManyAttempts", notAdmitted: "NotAdmitted", tooWeak: "TooWeak" } as const;

export interface SignInRequest {
  deps: Deps;
  secret: string;
  /** Whether the browser speaks TLS. */
  isSecure: boolean;
  address: string;
  requestId: string;
}

/** A page of the console; anything else is its first page. A second slash would begin another host. */
export function consolePath(wanted: string): string {
  const isPage = /^\/console(\/[\w./-]*)?(\?[\w=&%.:@+-]*)?$/.test(wanted) && !/\/\/|\.\./.test(wanted);
  return isPage && !wanted.startsWith(AUTH_PATH) && !wanted.startsWith(SIGN_IN_PATH) ? wanted : CONSOLE_PATH;
}

/** next-auth's settings for one request. Its token names a session of ours, which is what counts. */
export function authOptions(asked: SignInRequest): AuthOptions {
  const { deps, secret, requestId } = asked;
  return {
    secret,
    providers: [passwordProvider(asked), ...oidcProviders(deps)],
    session: { strategy: "jwt", maxAge: SESSION_S },
    jwt: { maxAge: SESSION_S },
    useSecureCookies: asked.isSecure,
    cookies: cookiesOf(asked.isSecure),
    // The mark tells the page that the cookie of its forms was set, so that a browser without cookies is not sent around.
    pages: { signIn: `${SIGN_IN_PATH}?cookies=set`, error: SIGN_IN_PATH },
    callbacks: {
      signIn: async ({ user, account, profile }) => {
        if (account?.provider !== OIDC) return true;
        const issuer = deps.env.CONSOLE_OIDC_ISSUER ?? "";
        const claims = { ...profile };
        if (!isStrongEnough(deps.env, claims, deps.clock())) return `${SIGN_IN_PATH}?error=${SIGN_IN_FAULTS.tooWeak}`;
        const operator = await admitVouched(deps, { issuer, subject: account.providerAccountId, claims }, requestId);
        if (operator === null) return `${SIGN_IN_PATH}?error=${SIGN_IN_FAULTS.notAdmitted}`;
        user.id = operator.operatorId;
        return true;
      },
      jwt: async ({ token, user, account }) => {
        if (account === null) return token;
        const by = account.provider === OIDC ? "oidc" : "password";
        return { sid: await startSession(deps, { operatorId: user.id, by, requestId }) };
      },
      redirect: ({ url, baseUrl }) => {
        const path = url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url;
        return `${baseUrl}${consolePath(path)}`;
      },
    },
    logger: {
      error: (code, details) =>
        deps.log.warn({ request_id: requestId, code, err: causeOf(details) }, "console sign-in"),
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}

/** The error alone: what else next-auth hands over may hold tokens. */
const causeOf = (details: unknown): string => {
  const error = details instanceof Error ? details : (details as { error?: unknown } | null)?.error;
  return error instanceof Error ? `${error.name}: ${error.message}` : "";
};

const passwordProvider = ({ deps, address, requestId }: SignInRequest) =>
  CredentialsProvider({
    credentials: { email: {}, password: {} },
    authorize: async (credentials) => {
      const { email = "", password = "" } = credentials ?? {};
      const operator = await checkPassword(deps, { email, password, address, requestId });
      // next-auth carries the message of an error to the sign-in page.
      if (operator === "limited") throw new Error(SIGN_IN_FAULTS.limited);
      return operator === null ? null : { id: operator.operatorId };
    },
  });

function oidcProviders({ env }: Deps): OAuthConfig<Record<string, unknown>>[] {
  const {
    CONSOLE_OIDC_ISSUER: issuer,
    CONSOLE_OIDC_CLIENT_ID: clientId,
    CONSOLE_OIDC_CLIENT_SECRET: clientSecret,
    CONSOLE_OIDC_ACR: accepted,
    CONSOLE_OIDC_MAX_AGE_S: maxAgeS,
  } = env;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return [];
  return [
    {
      id: OIDC,
      name: "Identity provider",
      type: "oauth",
      issuer,
      wellKnown: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
      clientId,
      clientSecret,
      authorization: {
        params: {
          scope: "openid email profile",
          ...(accepted.length === 0 ? {} : { acr_values: accepted.join(" ") }),
          ...(maxAgeS === undefined ? {} : { max_age: maxAgeS }),
        },
      },
      idToken: true,
      checks: ["pkce", "state", "nonce"],
      // Many providers put the address into the user's information alone. It has to be about the same person as the ID token.
      userinfo: {
        request: async ({ client, tokens }) => {
          const claims = claimsOf(tokens.id_token ?? "");
          const information = await client.userinfo(tokens.access_token ?? "");
          if (information.sub !== claims.sub) throw new Error("the identity provider tells of two people");
          // How and when someone signed in is what the signed token says of it.
          return { ...claims, ...information, acr: claims.acr, auth_time: claims.auth_time };
        },
      },
      profile: (profile) => ({ id: typeof profile.sub === "string" ? profile.sub : "" }),
    },
  ];
}

/** What an ID token says; next-auth has checked its signature, its audience, and its time by then. */
function claimsOf(idToken: string): Record<string, unknown> {
  const [, payload = ""] = idToken.split(".");
  return JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as Record<string, unknown>;
}

/** Every cookie goes to the console alone and is out of reach of scripts. */
function cookiesOf(secure: boolean): Partial<CookiesOptions> {
  const options = { httpOnly: true, sameSite: "lax", path: CONSOLE_PATH, secure } as const;
  const passing = { ...options, maxAge: 900 };
  const named = (name: string): string => nameOfCookie(name, secure);
  return {
    sessionToken: { name: named(SESSION_COOKIE), options },
    csrfToken: { name: named(CSRF_COOKIE), options },
    callbackUrl: { name: named("hedgerow-console-back"), options },
    pkceCodeVerifier: { name: named("hedgerow-console-pkce"), options: passing },
    state: { name: named("hedgerow-console-state"), options: passing },
    nonce: { name: named("hedgerow-console-nonce"), options: passing },
  };
}

export const hasOidc = (deps: Deps): boolean => oidcProviders(deps).length > 0;
