import { isJunkName } from '../../../media/rules.ts';

/** A file that somebody has chosen, with its path among the others. */
export interface ChosenFile {
  path: string;
  file: File;
}

/** The chosen files without those that an operating system leaves everywhere, and how many of those there were. */
export function withoutJunk(files: readonly ChosenFile[]): { files: ChosenFile[]; leftBehind: number } {
  const kept = files.filter(({ path }) => !isJunkName(path));
  return { files: kept, leftBehind: files.length - kept.length };
}

/** The files of a field: those of a folder with their paths in it. */
export function filesOfField(list: FileList): ChosenFile[] {
  return [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/** The files that were dropped, with all that lies in dropped folders. Ask in the event itself: later it is empty. */
export function filesOfDrop(dropped: DataTransfer): Promise<ChosenFile[]> {
  const entries = [...dropped.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length > 0) return Promise.all(entries.map((entry) => filesOfEntry(entry, ''))).then((all) => all.flat());
  return Promise.resolve([...dropped.files].map((file) => ({ path: file.name, file })));
}

async function filesOfEntry(entry: FileSystemEntry, folder: string): Promise<ChosenFile[]> {
  const path = folder + entry.name;
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ path, file }];
  }
  if (!isFolder(entry)) return [];
  const reader = entry.createReader();
  const found: ChosenFile[] = [];
  for (;;) {
    // A browser tells at most a hundred entries at once, and none at the end.
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return found;
    for (const inner of part) found.push(...(await filesOfEntry(inner, `${path}/`)));
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
