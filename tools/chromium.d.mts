export function findChromium(): Promise<string | null>;
export function installChromium(): string | null;
export function howToInstall(): string;
