export function plainAddress(address: string): string;
export function trustedProxies(text: string | undefined): (address: string) => boolean;
