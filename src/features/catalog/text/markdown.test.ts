import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draws, inLong } from '../../../server/testing/depth.ts';
import { parseText } from '../../importing/formats/text/parse-text.ts';
import { partsOf, type StoredBlock, type TextInline } from './blocks.ts';
import { readMarkdown } from './read-markdown.ts';
import { writeMarkdown } from './write-markdown.ts';

const nothing = { images: new Set<string>(), formulas: new Map() };
const read = (markdown: string) => readMarkdown(markdown, nothing);
const p = (...inlines: (TextInline | string)[]): StoredBlock => ({ type: 'p', inlines: inlines.map(words) });
const words = (inline: TextInline | string): TextInline =>
  typeof inline === 'string' ? { type: 'text', text: inline } : inline;
const em = (text: string): TextInline => ({ type: 'text', text, em: true });
const strong = (text: string): TextInline => ({ type: 'text', text, strong: true });
const br: TextInline = { type: 'br' };

describe('the Markdown of a novel', () => {
  const table: [string, string, StoredBlock[]][] = [
    ['paragraphs', 'One.\n\nTwo.', [p('One.'), p('Two.')]],
    ['soft lines', 'One\ntwo', [p('One two')]],
    ['soft lines of Chinese without a space', '他说：\n「好。」', [p('他说：「好。」')]],
    ['a hard break', 'One\\\ntwo', [p('One', br, 'two')]],
    [
      'headings',
      '# a\n## b\n### c\n#### d',
      [
        { type: 'h2', inlines: [words('a')] },
        { type: 'h2', inlines: [words('b')] },
        { type: 'h3', inlines: [words('c')] },
        { type: 'h4', inlines: [words('d')] },
      ],
    ],
    ['a rule, also right below words', 'One\n---\nTwo\n\n* * *', [p('One'), { type: 'hr' }, p('Two'), { type: 'hr' }]],
    [
      'a quote',
      '> One\n> two\n>\n> three',
      [
        { type: 'blockquote', inlines: [words('One two')] },
        { type: 'blockquote', inlines: [words('three')] },
      ],
    ],
    [
      'emphasis',
      'a *b* **c** ***d***',
      [p('a ', em('b'), ' ', strong('c'), ' ', { type: 'text', text: 'd', em: true, strong: true })],
    ],
    ['emphasis beside Chinese punctuation', '**「你好」**他说', [p(strong('「你好」'), '他说')]],
    ['emphasis over a break', '*a\\\nb*', [p(em('a'), br, em('b'))]],
    ['asterisks that are no emphasis', '5 * 3 * 2, 5*3, * * and ****', [p('5 * 3 * 2, 5*3, * * and ****')]],
    ['the nearest mark', '5*3 and *word*', [p('5*3 and ', em('word'))]],
    [
      'a reading',
      '{漢字|かんじ}と{base|a\\|b}',
      [p({ type: 'ruby', base: '漢字', text: 'かんじ' }, 'と', { type: 'ruby', base: 'base', text: 'a|b' })],
    ],
    ['braces that are none', '{a} {|b} {c|}', [p('{a} {|b} {c|}')]],
    [
      'a note',
      'Word[^1].\n\n[^1]: Its *words*\\\nin two lines',
      [p('Word', { type: 'note', text: '1', note: 'Its words\nin two lines' }, '.')],
    ],
    [
      'notes of one mark',
      'a[^*]b[^*#2]\n\n[^*]: one\n[^*#2]: two',
      [p('a', { type: 'note', text: '*', note: 'one' }, 'b', { type: 'note', text: '*', note: 'two' })],
    ],
    ['a note without words', 'a[^1]\n\n[^1]:', [p('a', { type: 'note', text: '1', note: '' })]],
    ['a mark without a note', 'a[^1]', [p('a[^1]')]],
    ['escapes', '\\*a\\* \\{b|c} \\# \\\\ C:\\dir \\[^1]', [p('*a* {b|c} # \\ C:\\dir [^1]')]],
    ['no HTML', '<b>x</b> <script>alert(1)</script> &amp;', [p('<b>x</b> <script>alert(1)</script> &amp;')]],
    [
      'of links the words',
      'See [the *book*](https://a.example/x_(y)) and [1]',
      [p('See the ', em('book'), ' and [1]')],
    ],
    ['no picture of another site', 'a\n\n![x](https://a.example/x.png)\n\nb![y](image:00)c', [p('a'), p('bc')]],
    [
      'lists as paragraphs',
      '- Bonjour.\n- Salut.\n* x\n1. y\n2. z',
      [p('– Bonjour.'), p('– Salut.'), p('• x'), p('1. y'), p('2. z')],
    ],
    ['a list in a list', '- a\n    - b', [p('– a'), { type: 'p', inlines: [words('– b')], indent: 1 }]],
    ['ideographic spaces at the beginning of a paragraph', '　　他说。', [p('他说。')]],
    ['nothing', ' \n\n\t', []],
  ];
  it.each(table)('knows %s', (_name, markdown, blocks) => {
    expect(read(markdown)).toEqual(blocks);
    expect(read(writeMarkdown(blocks))).toEqual(blocks);
  });

  it('names pictures and formulas that the text has', () => {
    const formula: TextInline = { type: 'math', text: 'x²', nodes: [{ tag: 'mi', depth: 0, text: 'x' }] };
    const blocks: StoredBlock[] = [
      { type: 'img', imageId: '0b7c3a52-0000-4000-8000-000000000001', alt: 'A [map] of \\ it' },
      p('see [a](', formula, ' [b'),
    ];
    expect(readMarkdown(writeMarkdown(blocks), partsOf(blocks))).toEqual(blocks);
    expect(read(writeMarkdown(blocks))).toEqual([p('see [a](x² [b')]);
  });

  it('writes as little as it needs', () => {
    expect(writeMarkdown([p('Dear [reader], 5 < 6 & “so” (on) - yes! #1 > _x_ `y`')])).toBe(
      'Dear [reader], 5 < 6 & “so” (on) - yes! #1 > _x_ `y`\n',
    );
  });

  inLong('takes time in proportion to the length', () => {
    const hard = [
      '*a',
      '**',
      '[',
      '[](',
      '![',
      '{a|',
      '[^1]',
      '\\',
      '> ',
      '`',
      '# \\\n',
      '[^1]: a\n',
      '***a ',
      '- \\\n',
    ];
    for (const part of hard) {
      const before = process.cpuUsage();
      readMarkdown(part.repeat(50_000), nothing);
      // Processor time, so that a busy machine does not count.
      expect(process.cpuUsage(before).user / 1000, JSON.stringify(part)).toBeLessThan(2000);
    }
  });
});

const signs = [
  '*',
  '**',
  '***',
  '\\',
  '\\*',
  '{',
  '|',
  '}',
  '[',
  '](',
  ')',
  '^',
  '[^1]',
  ':',
  '![',
  '#',
  '## ',
  '> ',
  '- ',
  '---',
  '1. ',
  '+ ',
  '`',
  '_',
  '<b>',
  ' ',
  '  ',
  '\u00a0',
  '\u3000',
  '—',
  '…',
  '«',
  '»',
  '“',
  '”',
  '「',
  '」',
  '，',
  '。',
  '！',
  'مرحبا',
  'بِسْمِ',
  '،',
  '؟',
  '他说',
  '漢字',
  '\u{20000}',
  '😀',
  'a',
  'word',
  'x\u0301',
  '\t',
  '#2',
  '=',
];
const text = fc.array(fc.constantFrom(...signs), { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
const filled = text.filter((value) => value.trim() !== '');
const single = filled.map((value) => value.replace(/\s+/g, ' ').trim());
const inline: fc.Arbitrary<TextInline> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({ type: fc.constant('text' as const), text, em: fc.boolean(), strong: fc.boolean() })
      .map(({ em: isEm, strong: isStrong, ...rest }) => ({
        ...rest,
        ...(isEm ? { em: true } : {}),
        ...(isStrong ? { strong: true } : {}),
      })),
  },
  fc.constant(br),
  fc.record({ type: fc.constant('ruby' as const), base: single, text: single }),
  fc.record({ type: fc.constant('note' as const), text: single, note: fc.oneof(single, fc.constant('')) }),
);

/** The form in which texts are stored: neighbours of one style as one, no space at a paragraph's ends. */
function stored(inlines: readonly TextInline[]): TextInline[] {
  const parts: TextInline[] = [];
  for (const part of inlines) {
    const last = parts.at(-1);
    if (part.type === 'text' && last?.type === 'text' && last.em === part.em && last.strong === part.strong)
      parts[parts.length - 1] = { ...last, text: last.text + part.text };
    else parts.push({ ...part });
  }
  const isEmpty = (part: TextInline | undefined) =>
    part?.type === 'br' || (part?.type === 'text' && part.text.trim() === '');
  while (isEmpty(parts[0])) parts.shift();
  while (isEmpty(parts.at(-1))) parts.pop();
  const [first, last] = [parts[0], parts.at(-1)];
  if (first?.type === 'text') first.text = first.text.trimStart();
  if (last?.type === 'text') last.text = last.text.trimEnd();
  return parts;
}

const block: fc.Arbitrary<StoredBlock> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constantFrom('p' as const, 'h2' as const, 'h3' as const, 'h4' as const, 'blockquote' as const),
      inlines: fc.array(inline, { minLength: 1, maxLength: 7 }).map(stored),
    }),
  },
  fc.record({
    type: fc.constant('p' as const),
    inlines: fc.array(inline, { minLength: 1, maxLength: 4 }).map(stored),
    indent: fc.integer({ min: 1, max: 6 }),
  }),
  fc.constant<StoredBlock>({ type: 'hr' }),
);

describe('written Markdown', () => {
  it('is read as the same blocks, whatever they hold', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), (given) => {
        const blocks = given.filter((one) => !('inlines' in one) || one.inlines.length > 0);
        const markdown = writeMarkdown(blocks);
        expect(read(markdown)).toEqual(blocks);
        expect(writeMarkdown(read(markdown))).toBe(markdown);
      }),
      { numRuns: draws(1000) },
    );
  });

  it('stands still once it was read, whatever was typed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(text, fc.constantFrom('\n', '\n\n', '\\\n', '    ')), { maxLength: 20 }),
        (parts) => {
          const blocks = read(parts.join(''));
          expect(read(writeMarkdown(blocks))).toEqual(blocks);
        },
      ),
      { numRuns: draws(1000) },
    );
  });
});

const samples = join(resolve(process.env.LONGSTRIP_SAMPLES ?? '../shared/data'), 'novels');
const isHere = existsSync(samples);

describe.skipIf(!isHere)(`real novels${isHere ? '' : ' (skipped: LONGSTRIP_SAMPLES names none)'}`, () => {
  inLong('are read back as they were written', () => {
    const files = readdirSync(samples, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.(?:txt|md|html)$/.test(file),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const parsed = parseText(file, readFileSync(join(samples, file), 'utf8')).blocks;
      const blocks = parsed.filter((block) => block.type !== 'img');
      expect(readMarkdown(writeMarkdown(blocks), partsOf(blocks)), file).toEqual(blocks);
    }
  });
});
