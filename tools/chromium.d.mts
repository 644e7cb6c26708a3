interface Wanted {
  windows?: boolean;
}

export function findChromium(wanted?: Wanted): Promise<string | null>;
export function installChromium(wanted?: Wanted): string | null;
export function howToInstall(): string;
