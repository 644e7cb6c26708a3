import { execFile } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isLong } from '../src/server/testing/depth.ts';
import { folderForTests } from '../src/server/testing/folder.ts';
import { languages, languageTags } from '../src/shared/languages.ts';
import { isTest, listFiles, readText, root } from './tree.ts';

/**
 * Files that treat a language on its own and say nothing when a sixth one comes, each with the reason why they may.
 * CONTRIBUTING's recipe sends whoever adds a language there.
 */
const silent: Record<string, string> = {
  'src/web/ui/base.css': 'scripts without italics',
  'src/web/ui/tokens.css': 'the faces and line heights of scripts; Latin is the default',
  'src/features/catalog/web/book/Introduction.module.css': 'scripts without italics',
  'src/features/reading/web/end/ChapterEnd.module.css': 'the type of Chinese',
  'src/features/reading/web/frame/ReaderBars.module.css': 'the type of Arabic',
  'src/features/reading/web/novel/text/NovelText.module.css': 'the type of each script; Latin is the default',
  'src/features/reading/web/end/CardPrice.tsx': 'WeChat Pay is sold on Chinese pages alone',
  'src/features/reading/web/end/PlanOffers.tsx': 'WeChat Pay is sold on Chinese pages alone',
  'src/features/payments/web/TopUp.tsx': 'WeChat Pay is sold on Chinese pages alone',
  'src/features/payments/server/wechat-orders.ts': 'bills of WeChat Pay are in Chinese',
  'src/features/importing/names/headings.ts': 'words that head a chapter',
  'src/features/importing/names/language-of-text.ts': 'letters and small words that tell a language',
  'src/features/importing/names/text-languages.ts': 'the letters that Chinese is written in',
  'src/features/importing/formats/txt/heading-candidates.ts': 'letters of headings',
  'src/features/importing/text/aozora-readings.ts': 'a form of Japanese texts',
  'src/features/importing/text/aozora.ts': 'a form of Japanese texts',
  'src/features/importing/text/plain-text.ts': 'letters that join without a space',
  'src/shared/text-language.ts': 'the nearest of the five editions',
  'src/features/importing/names/numerals.ts': 'numbers as words',
  'src/features/importing/names/heading-words.ts': 'words that head a chapter, in more languages than the site has',
  'src/features/importing/names/number-words.ts': 'numbers as words, in more languages than the site has',
  'src/features/importing/text/server/detect-encoding.ts': 'encodings of scripts',
  'src/features/importing/formats/txt/title-page.ts': 'words of a title page',
  'src/features/importing/plan/book-plan.ts': 'names of folders that hold pictures',
  'src/features/importing/text/block-words.ts': 'titles of pages that are no chapter',
  'src/features/reading/web/novel/aloud/sentences.ts': 'where sentences of a script end',
  'src/shared/search-text.ts': 'letters that are searched as one',
  'src/app/site/MembershipPage.tsx': 'WeChat Pay is sold on Chinese pages alone',
  'src/features/payments/web/plan-prices.ts': 'WeChat Pay is sold on Chinese pages alone',
  'src/features/membership/web/studio/coupon-terms.ts': 'how Chinese names a discount',
  'src/features/studio/web/typed-number.ts': 'the digits of Arabic and Persian',
  'src/features/catalog/rules.ts': 'names of the public domain',
  'src/features/catalog/studio-contract.ts': 'an example',
  'src/features/catalog/server/editing/find-chapters.ts': 'words that head a chapter',
  'src/features/catalog/web/studio/text/paste-html.ts': 'what Word calls a heading',
  'src/features/importing/formats/epub/package.ts': 'names of covers',
  'src/features/importing/formats/html/saved-page.ts': 'links of web pages to the next chapter',
  'src/features/importing/names/file-name.ts': 'words that count chapters and files',
  'src/features/importing/names/name-noise.ts': 'what uploaders add to names',
  'src/features/importing/names/name-signs.ts': 'words that count seasons, volumes and chapters',
  'src/features/importing/names/side-names.ts': 'names of first, last and side chapters',
  'src/features/importing/plan/source.ts': 'names of covers',
  'src/features/importing/text/html-notes.ts': 'names of notes',
  'src/features/importing/text/line-writer.ts': 'names of notes',
};

const product = listFiles().filter((path) => /^src\/.*\.(tsx?|css)$/.test(path) && !isTest(path));
const spelled = new RegExp(
  `['"](${[...languages, ...Object.values(languageTags)].join('|')})['"]|:lang\\(|\\p{Script=Han}|\\p{Script=Arabic}`,
  'u',
);

const scratch = folderForTests();

/** The files of the product and the demo that no longer compile once there is Esperanto. */
async function loudFiles(): Promise<string[]> {
  for (const name of ['src', 'demo', 'messages', 'tsconfig.base.json', 'package.json'])
    cpSync(join(root, name), join(scratch, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'));
  const table = join(scratch, 'src/shared/languages.ts');
  const text = readFileSync(table, 'utf8');
  const more = text.replace(/(?<=export const languages = \[.*)(?=\] as const)/s, ", 'eo-eo'");
  if (more === text) throw new Error('The list of languages is written in another way now');
  writeFileSync(table, more);
  const config = {
    extends: './tsconfig.base.json',
    compilerOptions: { types: ['node', 'vite/client'], lib: ['ES2023', 'DOM', 'DOM.Iterable'] },
    include: ['src', 'demo'],
    exclude: ['**/*.test.ts', '**/*.test.tsx', '**/testing/**'],
  };
  writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(root, 'node_modules/.bin/tsc');
  const output = await new Promise<string>((resolve) => {
    execFile(tsc, ['-p', 'tsconfig.json', '--pretty', 'false'], { cwd: scratch }, (_, stdout) => resolve(stdout));
  });
  return [...new Set([...output.matchAll(/^((?:src|demo)\/[^(]+)\(/gm)].map((match) => match[1] ?? ''))].sort();
}

describe('a sixth language', () => {
  it.skipIf(!isLong)('is asked for by the types wherever a language has words or figures of its own', async () => {
    const loud = await loudFiles();
    expect(loud).toEqual(
      expect.arrayContaining(['src/shared/languages.ts', 'src/shared/tags.ts', 'src/web/numbers.ts']),
    );
    const places = product.filter(
      (path) => !/^src\/app\/site\/Opened/.test(path) && spelled.test(withoutComments(path)),
    );
    const unknown = places.filter((path) => !loud.includes(path) && !(path in silent) && !isAboutEnglish(path));
    expect(unknown, 'Make it a Record<Language, …>, or say in `silent` why it may be passed over.').toEqual([]);
    expect(Object.keys(silent).filter((path) => loud.includes(path) || !places.includes(path))).toEqual([]);
  });

  it('finds every place to look at in the recipe', () => {
    const recipe = readText('CONTRIBUTING.md');
    const folders = new Set(Object.keys(silent).map((path) => path.split('/').slice(0, -1).join('/')));
    expect([...folders].filter((folder) => !recipe.includes(folder))).toEqual([]);
  });
});

/** English is what all else falls back to. */
function isAboutEnglish(path: string): boolean {
  return !spelled.test(withoutComments(path).replaceAll(/'en-us'|"en-us"|'en-US'/g, ''));
}

function withoutComments(path: string): string {
  return readText(path)
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/^\s*\/\/.*$/gm, '');
}
