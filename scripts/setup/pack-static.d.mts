export function packStatic(folder: string): Promise<number>;
