interface LockFile {
  packages: Record<string, { name?: string; version?: string; resolved?: string; link?: boolean; inBundle?: boolean }>;
}

export const addressed: <T extends LockFile>(lock: T) => T;
