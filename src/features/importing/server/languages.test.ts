import { describe, expect, it } from 'vitest';
import { inLong } from '../../../server/testing/depth.ts';
import { importSiteForTests } from '../testing/import-site.ts';

const site = importSiteForTests();

const hebrew = 'איש היה בארץ עוץ ושמו איוב\n\nויהי האיש ההוא תם וישר וירא אלהים וסר מרע\n';
const japanese = '吾輩は猫である。名前はまだ無い。\n\nどこで生れたかとんと見当がつかぬ。\n';

async function editions() {
  const { rows } = await site.db.query<{ title: string; language: string; text_language: string | null }>(
    'select title, language, text_language from editions order by title, language',
  );
  return rows;
}

describe('a text in a language that the site does not have', () => {
  it.each([
    ['Iyov.txt', hebrew, 'ar-sa', 'he'],
    ['Neko.txt', japanese, 'zh-cn', 'ja'],
    ['Faust (de).txt', 'Habe nun, ach! Philosophie studiert.\n', 'en-us', 'de'],
  ])('%s comes in under its own tag', async (name, text, language, tag) => {
    await site.write({ [name]: text });
    expect(await site.run(name)).toMatchObject({ status: 0 });
    expect(await editions()).toMatchObject([{ language, text_language: tag }]);
    const again = await site.run(name, { isDryRun: true });
    expect(again.out).not.toContain('text_language');
  });

  it('is told by book.yaml before the text', async () => {
    await site.write({ 'Job/book.yaml': 'original_language: yi\n', 'Job/1.txt': hebrew });
    expect(await site.run('Job')).toMatchObject({ status: 0 });
    expect(await editions()).toMatchObject([{ language: 'ar-sa', text_language: 'yi' }]);
  });

  it('comes in from its folder where it is the only one', async () => {
    await site.write({ 'Faust/de/1 Nacht.txt': 'Habe nun, ach!\n', 'Faust/de/2 Tor.txt': 'Vom Eise befreit\n' });
    expect(await site.run('Faust')).toMatchObject({ status: 0 });
    expect(await editions()).toEqual([{ title: 'Faust', language: 'en-us', text_language: 'de' }]);
  });

  it('is left out and named beside a language of the site', async () => {
    await site.write({ 'Faust/de/1.txt': 'Habe nun, ach!\n', 'Faust/en/1.txt': 'I have, alas!\n' });
    const { status, err, out } = await site.run('Faust');
    expect(status).toBe(1);
    expect(out + err).toContain('Faust/de: a language that the site does not have');
    expect(await editions()).toEqual([{ title: 'Faust', language: 'en-us', text_language: null }]);
  });

  it('stays in the edition that it was published in, where only its text tells another, under its own tag', async () => {
    await site.write({ 'Job/book.yaml': 'original_language: en-us\n', 'Job/1.txt': hebrew, 'Job/2.txt': hebrew });
    await site.run('Job');
    await site.write({ 'Job/book.yaml': 'status: finished\n' });
    expect(await site.run('Job')).toMatchObject({ status: 0 });
    expect(await editions()).toMatchObject([{ language: 'en-us', text_language: 'he' }]);
  });

  it('moves from the edition that it was filed under before, where a language is named and that is pruned', async () => {
    await site.write({ 'Job/book.yaml': 'original_language: en-us\n', 'Job/1.txt': hebrew, 'Job/2.txt': hebrew });
    await site.run('Job');
    await site.write({ 'Job/book.yaml': 'original_language: he\n' });
    expect(await site.run('Job', { isPruning: true })).toMatchObject({ status: 0 });
    expect(await editions()).toMatchObject([{ language: 'ar-sa', text_language: 'he' }]);
    const { rows } = await site.db.query('select original_language from books');
    expect(rows).toEqual([{ original_language: 'ar-sa' }]);
  });

  inLong('is a new comic from right to left where it is written so, unless something says otherwise', async () => {
    await site.write({
      'Salt (he)/1/1.png': 1,
      'Rain (he)/1/1.png': 2,
      'Rain (he)/book.yaml': 'reading_direction: ltr\n',
      'Wind (ja)/1/1.png': 3,
    });
    for (const path of ['Salt (he)', 'Rain (he)', 'Wind (ja)'])
      expect(await site.run(path)).toMatchObject({ status: 0 });
    const { rows } = await site.db.query(
      'select e.title, b.reading_direction, b.layout from books b join editions e on e.book_id = b.id order by e.title',
    );
    expect(rows).toEqual([
      { title: 'Rain', reading_direction: 'ltr', layout: 'strip' },
      { title: 'Salt', reading_direction: 'rtl', layout: 'pages' },
      { title: 'Wind', reading_direction: 'ltr', layout: 'strip' },
    ]);
  });

  it('says in a dry run that a tag would change', async () => {
    await site.write({ 'Job/book.yaml': 'original_language: yi\n', 'Job/1.txt': hebrew });
    await site.run('Job');
    await site.write({ 'Job/book.yaml': 'original_language: he\n' });
    const { out } = await site.run('Job', { isDryRun: true });
    expect(out).toContain('text_language (ar-sa): "yi" → "he"');
  });
});
