export const mostCharacters: number;
export function findLongSubjects(folder: string): string[];
