import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { OperatorError } from '../../src/server/command/operator-error.ts';

const work = z.object({
  file: z.string(),
  title: z.string().optional(),
  language: z.string().optional(),
  /** How many chapters the text has by its own contents, or by a reader's count. */
  expectedChapters: z.number().int().positive().optional(),
  /** Parts that may be chapters too, such as a dedication: they are neither wanted nor wrong. */
  mayAlso: z.array(z.string()).optional(),
  /** The headings as printed, in their order: another count is needless then, and another encoding shows. */
  headings: z.array(z.string()).optional(),
});

export type Work = z.infer<typeof work>;

/** The folder's manifest.json, by the names of its files; empty where there is none. */
export async function readManifest(folder: string): Promise<Map<string, Work>> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => null);
  if (text === null) return new Map();
  const read = z.array(work).safeParse(parse(text));
  if (!read.success) throw new OperatorError(`manifest.json is not a list of works: ${z.prettifyError(read.error)}`);
  return new Map(read.data.map((each) => [each.file, each]));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new OperatorError(`manifest.json is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
