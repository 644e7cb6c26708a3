// The query of the search through the driver, without HTTP: 16 at a time. Arguments: database address, seconds.
import { listBooks } from '../../../src/features/catalog/server/books/queries.ts';
import { createPool } from '../../../src/server/database/db.ts';
import { question } from './search-questions.ts';

const [url = '', seconds = '4'] = process.argv.slice(2);
const db = createPool({ url, purpose: 'web' });
let asked = 0;
let until = 0;

async function askOnAndOn(): Promise<void> {
  while (performance.now() < until) {
    const { tag, page, language } = question(asked++);
    await listBooks(db, { language, tag, adult: false, orderBy: 'updated_at', limit: 10, offset: page * 10 });
  }
}

async function round(forSeconds: number): Promise<number> {
  asked = 0;
  until = performance.now() + forSeconds * 1000;
  const began = performance.now();
  await Promise.all(Array.from({ length: 16 }, askOnAndOn));
  return asked / ((performance.now() - began) / 1000);
}

await round(2);
console.log(await round(Number(seconds)));
await db.end();
