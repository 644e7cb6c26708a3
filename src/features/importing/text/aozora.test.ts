import { describe, expect, it } from 'vitest';
import { splitNovel } from '../formats/txt/txt.ts';

const rule = '-'.repeat(55);
const key = `${rule}\n【テキスト中に現れる記号について】\n\n《》：ルビ\n（例）雨《あめ》\n${rule}`;
const prose = '　その夜《よ》は雨《あめ》で、｜誰も《だれも》何も言わなかった。\n'.repeat(20);
const chapter = (title: string) => `［＃３字下げ］${title}［＃「${title}」は中見出し］\n\n${prose}`;
const source = `雨の夜\n山田花子\n\n${key}\n\n${['雨', '風《かぜ》', '雪'].map(chapter).join('\n')}\n\n底本：「雨の夜」\n入力：だれか\n`;

describe('a transcription by Aozora Bunko', () => {
  const { chapters } = splitNovel(source);

  it('is cut at the lines that its notes call headings', () => {
    expect(chapters.map(({ heading }) => heading)).toEqual(['雨', '風', '雪']);
  });

  it('is cut where a note stands around a heading, as it does around numbers set upright', () => {
    const around = (number: number) =>
      `［＃３字下げ］［＃中見出し］${number}［＃「${number}」は縦中横］　雨《あめ》［＃中見出し終わり］\n\n${prose}`;
    const novel = splitNovel(`雨の夜\n山田花子\n\n${key}\n\n${chapter('９　風')}\n${[10, 11].map(around).join('\n')}`);
    expect(novel.chapters.map(({ heading }) => heading)).toEqual(['９　風', '10　雨', '11　雨']);
  });

  it('is cut at numerals with a zero', () => {
    const numbers = [...'一二三四五六七八九', '一〇', '一一'];
    const novel = splitNovel(numbers.map((number) => `${number}\n\n${prose.repeat(4)}`).join('\n'));
    expect(novel.chapters.map(({ number }) => number)).toEqual(numbers.map((_, at) => String(at + 1)));
  });

  it('keeps its readings as ruby', () => {
    const block = chapters[0]?.blocks[0];
    expect(block && 'inlines' in block ? block.inlines.slice(1, 4) : []).toEqual([
      { type: 'ruby', base: '夜', text: 'よ' },
      { type: 'text', text: 'は' },
      { type: 'ruby', base: '雨', text: 'あめ' },
    ]);
    expect(JSON.stringify(block)).toContain('誰も');
    expect(JSON.stringify(block)).not.toMatch(/[｜《》]/u);
  });

  it('is cut at numbers within parts', () => {
    const numbers = ['一の一', '一の二', '二の一', '二の二', '二の三'];
    const novel = splitNovel(numbers.map((number) => `${number}\n\n${prose.repeat(4)}――\n`).join('\n'));
    expect(novel.chapters.map(({ number }) => number)).toEqual(['1', '2', '1', '2', '3']);
  });

  it('has neither its key nor its imprint in a chapter', () => {
    expect(JSON.stringify(chapters)).not.toMatch(/記号について|底本|入力/u);
  });
});
