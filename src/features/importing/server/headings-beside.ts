import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readBookFields } from '../plan/metadata.ts';
import { parseYaml } from './yaml.ts';

/** The `headings` in the book.yaml beside a text that was given alone; undefined where there is none. */
export async function headingsBeside(path: string): Promise<string[] | undefined> {
  const yaml = await readFile(join(dirname(path), 'book.yaml'), 'utf8').catch(() => null);
  if (yaml === null) return undefined;
  try {
    return readBookFields(parseYaml(yaml)).fields.headings;
  } catch {
    return undefined; // an import of the folder names what is wrong with it
  }
}
