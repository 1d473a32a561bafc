export const FLAGS: string[];
export function findBrowser(): string | null | undefined;
