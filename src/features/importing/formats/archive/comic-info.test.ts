import { describe, expect, it } from 'vitest';
import { parseComicInfo } from './comic-info.ts';

describe('ComicInfo.xml', () => {
  it('gives what we use of it', () => {
    expect(
      parseComicInfo(`\ufeff<?xml version="1.0" encoding="utf-8"?>
        <ComicInfo xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
          <Title>Salt &amp; <![CDATA[<pepper>]]></Title><Series>S</Series><Number>007</Number><Volume>2</Volume>
          <Summary>Words</Summary><Year>2014</Year><Month>5</Month><Day>4</Day>
          <Writer>W</Writer><Genre>Mystery, Odd</Genre><Tags>Odd, CC-BY-4.0</Tags>
          <Publisher>P</Publisher><Notes>Scanned; licence https://creativecommons.org/licenses/by-sa/4.0/</Notes>
          <LanguageISO>fr-FR</LanguageISO><Manga>YesAndRightToLeft</Manga><AgeRating>MA15+</AgeRating>
          <Pages><Page Image="0" Type="FrontCover"/><Page Image="3" Type="Deleted"/><Page Image="x" Type="Deleted"/></Pages>
        </ComicInfo>`),
    ).toEqual({
      title: 'Salt & <pepper>',
      series: 'S',
      number: '7',
      volume: '2',
      summary: 'Words',
      writer: 'W',
      publisher: 'P',
      tags: ['悬疑', 'Odd'],
      licence: 'CC BY-SA 4.0',
      language: 'fr-fr',
      textLanguage: null,
      otherLanguage: null,
      date: new Date('2014-05-04T00:00:00Z'),
      isRightToLeft: true,
      ageRating: 'MA15+',
      frontCover: 0,
      deletedPages: [3],
      given: null,
    });
  });

  it('names no licence where there is none', () => {
    const said = '<ComicInfo><Notes>Tagged by ccbycats</Notes><Tags>CC Bystander, about CC BY</Tags></ComicInfo>';
    expect(parseComicInfo(said)).toMatchObject({ tags: ['CC Bystander', 'about CC BY'], licence: null });
  });

  it('is tolerant of wrong values', () => {
    expect(
      parseComicInfo(
        '<ComicInfo><Number>x</Number><Volume>-1</Volume><Year>-1</Year><Month>99</Month><LanguageISO>xx</LanguageISO></ComicInfo>',
      ),
    ).toMatchObject({ number: null, volume: null, date: null, language: null, otherLanguage: 'xx' });
  });

  it('may have a number that is not plain', () => {
    expect(parseComicInfo('<ComicInfo><Number>½</Number></ComicInfo>')).toMatchObject({ number: '0.5' });
    expect(parseComicInfo('<ComicInfo><Number>1-3</Number></ComicInfo>')).toMatchObject({ number: '1-3' });
  });

  it.each([
    ['a document type', '<!DOCTYPE x [<!ENTITY a "b">]><ComicInfo><Title>&a;</Title></ComicInfo>'],
    ['an outside entity', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><ComicInfo/>'],
    ['an unknown entity', '<ComicInfo><Title>&a;</Title></ComicInfo>'],
    ['a bare &', '<ComicInfo><Title>Salt & pepper</Title></ComicInfo>'],
    ['an entity of HTML', '<ComicInfo><Page Type="&nbsp;"/></ComicInfo>'],
    [
      'a bomb of entities',
      '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><ComicInfo><Title>&b;</Title></ComicInfo>',
    ],
    ['crossing tags', '<ComicInfo><Title><b></Title></b></ComicInfo>'],
    ['an end too many', '<ComicInfo></ComicInfo></ComicInfo>'],
    ['bad form', '<ComicInfo><Title>'],
    ['another root', '<html/>'],
    ['nothing', ''],
    ['deep nesting', `<ComicInfo>${'<a>'.repeat(100)}${'</a>'.repeat(100)}</ComicInfo>`],
    ['great size', `<ComicInfo><Title>${'x'.repeat(1024 * 1024)}</Title></ComicInfo>`],
  ])('with %s is not read', (_name, xml) => {
    expect(parseComicInfo(xml)).toBeNull();
  });
});
