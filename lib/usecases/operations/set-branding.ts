import { createHash } from "node:crypto";
import type { AccentUse } from "@/lib/domain/accent-use";
import { saveBranding, type BrandLogo, type BrandPatch } from "@/lib/data/portal/branding";
import { OperatorRefusal } from "@/lib/domain/operator";
import { repackPicture } from "@/lib/gateways/pictures";
import { LOGO_LIMITS, MAX_LOGO_BYTES } from "@/lib/usecases/portal/logo-limits";
import { changeProvider, type ProviderContext } from "@/lib/usecases/operations/change-provider";
import { contrast, legibleAccent, THEME_GROUNDS } from "@/lib/usecases/portal/branding";

const MAX_NAME = 80;

/**
 * A logo from a file's bytes: its pixels, packed again. Throws, in words for an operator, on one that cannot be shown.
 */
export async function readLogoFile(bytes: Buffer): Promise<BrandLogo> {
  if (bytes.length === 0 || bytes.length > MAX_LOGO_BYTES) {
    throw new OperatorRefusal(`a logo has 1 to ${MAX_LOGO_BYTES} bytes; this file has ${bytes.length}`);
  }
  const logo = await repackPicture(bytes, LOGO_LIMITS);
  return { ...logo, hash: createHash("sha256").update(logo.bytes).digest("base64url").slice(0, 27) };
}

/** A color as `#rrggbb`; also takes `#rgb`. Throws on anything else. */
export function readAccent(text: string): string {
  const whole = text.replace(/^#([0-9a-f])([0-9a-f])([0-9a-f])$/i, "#$1$1$2$2$3$3");
  if (!/^#[0-9a-f]{6}$/i.test(whole)) throw new OperatorRefusal(`a color is written #rrggbb, which "${text}" is not`);
  return whole.toLowerCase();
}

export function readBrandName(text: string): string {
  const name = text.trim();
  const isPlain = name !== "" && name.length <= MAX_NAME && !/\p{C}/u.test(name);
  if (!isPlain) throw new OperatorRefusal(`a name has 1 to ${MAX_NAME} characters, and none that cannot be seen`);
  return name;
}

/** How each theme will show a wanted color: moved towards black or white where it could not be read otherwise. */
export const accentUses = (wanted: string): AccentUse[] =>
  (["light", "dark", "sunlight"] as const).map((theme) => {
    const { accent, onAccent } = legibleAccent(wanted, theme);
    const ground = THEME_GROUNDS[theme].grounds[0];
    return { theme, ground, accent, onAccent, isAdjusted: accent !== wanted, contrast: contrast(accent, ground) };
  });

/** Changes how a provider's pages look. Its open sessions show it from their next page on. */
export const setBranding = (context: ProviderContext, providerId: string, patch: BrandPatch): Promise<void> =>
  changeProvider(context, providerId, async (tx, was) => {
    await saveBranding(tx, providerId, patch);
    return {
      action: "provider.set_branding",
      before: { name: was.brandName, accent: was.brandAccent, logo: was.brandLogoHash },
      after: {
        name: patch.name === undefined ? was.brandName : patch.name,
        accent: patch.accent === undefined ? was.brandAccent : patch.accent,
        logo: patch.logo === undefined ? was.brandLogoHash : (patch.logo?.hash ?? null),
      },
    };
  });
