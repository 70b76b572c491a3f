export function ensureBuild(build: (args: string[]) => Promise<void>): Promise<void>;
