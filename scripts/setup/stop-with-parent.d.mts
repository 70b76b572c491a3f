export function stopWithParent(stop: () => void): void;
