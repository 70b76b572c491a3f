import type { ProviderTx } from "@/lib/data/db";

/** As the database holds them to. */
export const LOGO_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;

export interface BrandLogo {
  bytes: Uint8Array<ArrayBuffer>;
  type: (typeof LOGO_TYPES)[number];
  /** Names the picture in its address, so that it can be kept for long. */
  hash: string;
}

/** What is to be changed of a provider's look: a member left out stays, null takes it away. */
export interface BrandPatch {
  name?: string | null;
  /** `#rrggbb`, lower case. */
  accent?: string | null;
  logo?: BrandLogo | null;
}

export const saveBranding = async (
  tx: ProviderTx,
  providerId: string,
  { name, accent, logo }: BrandPatch,
): Promise<void> => {
  await tx.provider.updateMany({
    where: { providerId },
    data: {
      ...(name === undefined ? {} : { brandName: name }),
      ...(accent === undefined ? {} : { brandAccent: accent }),
      ...(logo === undefined
        ? {}
        : {
            brandLogo: logo?.bytes ?? null,
            brandLogoType: logo?.type ?? null,
            brandLogoHash: logo?.hash ?? null,
          }),
    },
  });
};
