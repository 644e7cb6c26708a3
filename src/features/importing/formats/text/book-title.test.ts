import { expect, it } from 'vitest';
import { splitNovel } from '../txt/txt.ts';
import { documentTitle, titleOfText } from './book-title.ts';

const prose = 'The rain had not stopped since morning, and nobody in the house spoke of it any more.';
const text = (front: string) => {
  const novel = splitNovel(`${front}\n\nChapter 1\n\n${prose}\n\nChapter 2\n\n${prose}`);
  return { told: novel.isTold ? novel.title : undefined, page: novel.page };
};

it.each([
  ['The Rain\n\nby Ada Example', 'x.txt', { title: 'The Rain', author: 'Ada Example' }],
  ['Ada Example\n\nThe Rain', 'The Rain.txt', { title: 'The Rain', author: 'Ada Example' }],
  ['《雨》 某某人', 'x.txt', { title: '雨', author: '某某人' }],
  ['ДОЖДЬ\n\nРОМАН', 'rain.txt', {}],
  ['Section 3\n\nVOLUME ONE\n\nAda Example\n\nThe Press\n\nOf a town\n\nFor all', 'The Rain.txt', {}],
  ['Title: Rain\n\n*** START OF THE PROJECT GUTENBERG EBOOK RAIN ***', 'The Storm.txt', { title: 'Rain' }],
])('the text %j in the file %s is called %j', (front, name, expected) => {
  expect(titleOfText(text(front), name)).toEqual(expected);
});

it.each([
  ['The Project Gutenberg eBook of Rain, by Ada Example', { title: 'Rain', author: 'Ada Example' }],
  ['The Rain | Project Gutenberg', { title: 'The Rain' }],
  ['345-h.htm', {}],
  ['', {}],
])('a document called %j is the book %j', (title, expected) => {
  expect(documentTitle(title)).toEqual(expected);
});
