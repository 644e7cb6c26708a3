import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import type { StoredBlock } from '../../text/blocks.ts';
import { growVersions, replacePages } from '../imports/write-queries.ts';

export interface TextPlace {
  chapterId: string;
  language: Language;
}

/** A chapter in a language, as the editor of its text needs it. */
export interface TextEdition extends TextPlace {
  bookId: string;
  kind: 'comic' | 'novel';
  /** Its title in this language, else in another one. */
  title: string;
  place: number;
  /** Null: the chapter has no text in this language. */
  blocks: StoredBlock[] | null;
}

/** A chapter that is not in the trash, in a language. */
export async function findTextEdition(db: Db, { chapterId, language }: TextPlace): Promise<TextEdition | null> {
  const { rows } = await db.query<TextEdition>(
    `select c.id as "chapterId", $2 as language, c.book_id as "bookId", b.kind, coalesce(c.place, c.number) as place,
       coalesce(e.title, (select title from chapter_editions where chapter_id = c.id
         order by language <> b.original_language, language limit 1), '') as title, e.blocks
     from chapters c join books b on b.id = c.book_id
     left join chapter_editions e on e.chapter_id = c.id and e.language = $2
     where c.id = $1 and c.deleted_at is null and b.deleted_at is null`,
    [chapterId, language],
  );
  return rows[0] ?? null;
}

/** Makes this the text of a chapter in a language, and notes that it was written by hand; a first one is a draft. */
export async function putText(
  tx: Db,
  given: TextPlace & { title: string; blocks: readonly StoredBlock[]; readingSeconds: number },
): Promise<void> {
  const { chapterId, language, blocks } = given;
  await tx.query(
    `insert into chapter_editions as e (chapter_id, language, title, has_content, blocks, published_at, reading_seconds)
     values ($1, $2, $3, true, $4, null, $5)
     on conflict (chapter_id, language) do update set has_content = true, blocks = excluded.blocks,
       reading_seconds = excluded.reading_seconds, published_at = case when e.has_content then e.published_at end`,
    [chapterId, language, given.title, JSON.stringify(blocks), given.readingSeconds],
  );
  const pictures = blocks.flatMap((block) => (block.type === 'img' ? [block.imageId] : []));
  await replacePages(
    tx,
    [{ chapter_id: chapterId, language }],
    pictures.map((image_id, position) => {
      return { chapter_id: chapterId, language, position, page: position, image_id, source_key: '' };
    }),
  );
  await growVersions(tx, [chapterId]);
  await tx.query(
    `update chapters set edited = array(select distinct unnest(edited || ('text.' || $2::text)) order by 1) where id = $1`,
    [chapterId, language],
  );
}

/** A version of a text; `blocks` null: its words are counted already, and were not asked for. */
export interface TextVersion {
  version: number;
  at: Date;
  by: string;
  user: { uuid: string; username: string } | null;
  words: number | null;
  blocks: StoredBlock[] | null;
}

const versionColumns = `v.version, v.at, v.made_by as by, v.words,
  case when v.user_id is not null then jsonb_build_object('uuid', v.user_id, 'username', v.username) end as "user"`;
const ofEdition = `text_versions v left join chapter_editions e
  on e.chapter_id = v.chapter_id and e.language = v.language where v.chapter_id = $1 and v.language = $2`;

/** The versions of a text that was changed, the newest first. */
export async function listTextVersions(db: Db, { chapterId, language }: TextPlace): Promise<TextVersion[]> {
  const { rows } = await db.query<TextVersion>(
    `select ${versionColumns}, case when v.words is null then coalesce(v.blocks, e.blocks) end as blocks
     from ${ofEdition} order by v.version desc`,
    [chapterId, language],
  );
  return rows;
}

/** The moment since which a text stands that was never changed. */
export async function findTextMoment(db: Db, { chapterId, language }: TextPlace): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date }>(
    `select coalesce(e.changed_at, c.created_at) as at from chapter_editions e join chapters c on c.id = e.chapter_id
     where e.chapter_id = $1 and e.language = $2`,
    [chapterId, language],
  );
  return rows[0]?.at ?? null;
}

/** The words of a version; null: there is none of that number. */
export async function findTextVersion(
  db: Db,
  { chapterId, language, version }: TextPlace & { version: number },
): Promise<TextVersion | null> {
  const { rows } = await db.query<TextVersion>(
    `select ${versionColumns}, coalesce(v.blocks, e.blocks) as blocks from ${ofEdition} and v.version = $3`,
    [chapterId, language, version],
  );
  return rows[0] ?? null;
}

/** Says of the text as it stands by whose hand it is; a first text becomes its first version. */
export async function signText(
  tx: Db,
  given: TextPlace & { by: string; user: { uuid: string; username: string } | null; words: number },
): Promise<void> {
  const { chapterId, language, by, user, words } = given;
  const values = [chapterId, language, by, user?.uuid ?? null, user?.username ?? null, words];
  const { rowCount } = await tx.query(
    `update text_versions set made_by = $3, user_id = $4, username = $5, words = $6
     where chapter_id = $1 and language = $2 and blocks is null`,
    values,
  );
  if (rowCount === 0)
    await tx.query(
      `insert into text_versions (chapter_id, language, version, made_by, user_id, username, words)
       values ($1, $2, 1, $3, $4, $5, $6)`,
      values,
    );
}

export interface TextDraft {
  userId: string;
  username: string;
  markdown: string;
  base: string;
  savedAt: Date;
}

const draftColumns = `user_id as "userId", username, base, saved_at as "savedAt"`;

/** Who has a draft of a text, without its words, the newest first. */
export async function listDrafts(db: Db, { chapterId, language }: TextPlace): Promise<Omit<TextDraft, 'markdown'>[]> {
  const { rows } = await db.query<Omit<TextDraft, 'markdown'>>(
    `select ${draftColumns} from text_drafts where chapter_id = $1 and language = $2 order by saved_at desc, user_id`,
    [chapterId, language],
  );
  return rows;
}

export async function findDraft(
  db: Db,
  { chapterId, language, userId }: TextPlace & { userId: string },
): Promise<TextDraft | null> {
  const { rows } = await db.query<TextDraft>(
    `select ${draftColumns}, markdown from text_drafts where chapter_id = $1 and language = $2 and user_id = $3`,
    [chapterId, language, userId],
  );
  return rows[0] ?? null;
}

export async function putDraft(
  db: Db,
  given: TextPlace & Pick<TextDraft, 'userId' | 'username' | 'markdown' | 'base'>,
): Promise<TextDraft> {
  const { rows } = await db.query<TextDraft>(
    `insert into text_drafts (chapter_id, language, user_id, username, markdown, base) values ($1, $2, $3, $4, $5, $6)
     on conflict (chapter_id, language, user_id) do update set username = excluded.username,
       markdown = excluded.markdown, base = excluded.base, saved_at = now()
     returning ${draftColumns}, markdown`,
    [given.chapterId, given.language, given.userId, given.username, given.markdown, given.base],
  );
  const [row] = rows;
  if (!row) throw new Error('A draft was not stored');
  return row;
}

export async function deleteDraft(db: Db, given: TextPlace & { userId: string }): Promise<void> {
  await db.query('delete from text_drafts where chapter_id = $1 and language = $2 and user_id = $3', [
    given.chapterId,
    given.language,
    given.userId,
  ]);
}
