import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readBookFields } from '../plan/metadata.ts';
import { parseYaml } from './yaml.ts';

/** The `headings` of a book.yaml in the folder of a text that is given by itself; undefined where it has none. */
export async function headingsBeside(path: string): Promise<string[] | undefined> {
  const yaml = await readFile(join(dirname(path), 'book.yaml'), 'utf8').catch(() => null);
  if (yaml === null) return undefined;
  try {
    return readBookFields(parseYaml(yaml)).fields.headings;
  } catch {
    return undefined; // an import of the folder names what is wrong with it
  }
}
