import type { DbPool } from '../../../src/server/database/db.ts';
import { languages } from '../../../src/shared/languages.ts';
import { call, startStudio } from '../lib/studio.ts';
import { median, type Row } from '../row.ts';

const chapters = 500;
const rounds = 7;

export const studioSeries: Row = {
  name: 'studio-series',
  what: `a series of ${chapters} chapters in ${languages.length} languages is set, and moved`,
  against: 'its target',
  unit: 'ms',
  target: { kind: 'oursAtMost', value: 2000 },
  async run(context) {
    const studio = await startStudio(context, { name: 'studio-series', cores: 'own' });
    try {
      const ids = await makeDrafts(studio.database.db);
      const times: number[] = [];
      for (let round = 0; round <= rounds; round++) {
        const start = new Date(Date.now() + (round + 1) * 24 * 60 * 60 * 1000).toISOString();
        const every = { weeks: 1, weekdays: [1, 2, 3, 4, 5], at: '18:00' };
        const body = { chapters: ids, start, every, time_zone: 'Europe/Paris' };
        const began = performance.now();
        const { data } = await call<{ total: number }>(studio, { method: 'POST', path: '/publishing/series', body });
        times.push(performance.now() - began);
        if (data.total !== chapters) throw new Error('Chapters are missing');
      }
      const [first = Number.NaN, ...later] = times;
      const note = `first ${first.toFixed(0)} ms, slowest later ${Math.max(...later).toFixed(0)} ms`;
      return { ours: median(later), reference: null, note };
    } finally {
      await studio.stop();
    }
  },
};

/** A novel of drafts in every language; returns its chapters in their order. */
async function makeDrafts(db: DbPool): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `with book as (
       insert into books (kind, source_key, original_language, updated_at) values ('novel', 'series', $1, now()) returning id),
     edition as (
       insert into editions (book_id, language, title) select id, language, 'Series' from book, unnest($2::text[]) language),
     chapter as (
       insert into chapters (book_id, place, source_key, created_at, published_at)
       select id, n, 'chapter ' || n, now(), null from book, generate_series(1, $3::int) n returning id, place),
     filled as (
       insert into chapter_editions (chapter_id, language, title, has_content, blocks, published_at, is_published)
       select id, language, 'Chapter ' || place, true, '[]', null, false from chapter, unnest($2::text[]) language)
     select id from chapter order by place`,
    [languages[0], languages, chapters],
  );
  return rows.map(({ id }) => id);
}
