import { setImmediate } from 'node:timers/promises';
import { type Db, withTransaction } from '../../../server/database/db.ts';
import { AppError, invalidRequest } from '../../../server/http/errors.ts';
import { listThings } from '../../catalog/server/catalog.ts';
import { type Maker, writeAudit } from '../../studio/server/audit.ts';
import type { StudioPlatform } from '../../studio/server/studio-api.ts';
import { etagOf, requireLastVersion } from '../../studio/server/versions.ts';
import { faultTexts, type LineFault } from '../redirect-lines.ts';
import { createPathTest, findLoops } from '../redirect-loops.ts';
import { mostRedirects, readRedirects } from '../redirect-rules.ts';
import { createRedirectTable, type RedirectRule } from '../redirect-table.ts';
import { movingCalls, type RedirectsOnWire } from '../studio-contract.ts';
import { findNewerList, lockList, type RedirectList, upsertList } from './redirect-queries.ts';
import type { Redirects } from './redirects.ts';
import type { SentTexts } from './sent-texts.ts';

export interface RedirectsDeps extends StudioPlatform {
  redirects: Redirects;
  /** The patterns of the site's own addresses. */
  ownAddresses(): readonly string[];
  sentTexts: SentTexts;
}

/** The list is one thing to the audit, which keeps none of its text. */
const target = { kind: 'redirect', id: 'redirects', name: null } as const;
const noList: RedirectList = { text: '', hosts: [], count: 0, version: null };

/** The studio's calls for the redirects (spec: moving.md#redirects). */
export function mountRedirects(deps: RedirectsDeps): void {
  const { studio, primary: db, config, redirects, sentTexts } = deps;
  const ownHost = new URL(config.publicUrl).host;

  studio.add(movingCalls.getRedirects, async ({ setEtag }) => {
    const result = present((await findNewerList(db, null)) ?? noList);
    setEtag(result.etag);
    return { result };
  });

  studio.add(movingCalls.changeRedirects, async ({ body, staff, by, ifMatch, setEtag }) => {
    const file = body.upload === undefined ? null : { id: body.upload, userId: staff.userId };
    const kept = (await findNewerList(db, null)) ?? noList;
    // What is not given stays, and null clears.
    const { text: typed = kept.text, hosts: named = kept.hosts } = body;
    const text = file ? await sentTexts.read(db, file) : (typed ?? '');
    const hosts = named ?? [];
    if (file && text.trim() === '') throw refused([{ line: 1, code: 'empty' }]);
    const count = await requireGood(text, hosts);
    const result = await withTransaction(db, async (tx) => {
      const changed = await change(tx, { text, hosts, count, by, ifMatch });
      if (file) await sentTexts.spend(tx, file);
      return changed;
    });
    if (file) await sentTexts.forget(file);
    redirects.noteChange();
    setEtag(result.etag);
    return { result };
  });

  /** Ends the request where a line is wrong or there are too many; returns how many there are. */
  async function requireGood(text: string, hosts: readonly string[]): Promise<number> {
    const { rules, faults } = await readRedirects(text, { hosts, ownHost }, setImmediate);
    if (rules.length > mostRedirects)
      throw new AppError(409, 'limit_reached', `At most ${mostRedirects} redirects can be kept`);
    const isOurs = createPathTest(deps.ownAddresses());
    const loops = await findLoops(rules, { table: createRedirectTable(rules), isOurs, rest: setImmediate });
    const all = [...faults, ...loops, ...(await findUnknown(db, rules))];
    if (all.length > 0) throw refused(all.sort((a, b) => a.line - b.line));
    return rules.length;
  }

  async function change(
    tx: Db,
    given: { text: string; hosts: string[]; count: number; by: Maker; ifMatch: string | undefined },
  ): Promise<RedirectsOnWire> {
    const { text, hosts, count, by, ifMatch } = given;
    const current = present((await lockList(tx)) ?? noList);
    await requireLastVersion(tx, ifMatch, { target, etag: current.etag, current });
    const result = present({ text, count, hosts });
    if (result.etag === current.etag) return current;
    await upsertList(tx, { text, hosts, count });
    await writeAudit(tx, { by, action: 'redirect.edit', target, before: factsOf(current), after: factsOf(result) });
    return result;
  }
}

function present({ text, hosts, count }: Omit<RedirectList, 'version'>): RedirectsOnWire {
  return { text, count, hosts, etag: etagOf({ text, hosts }) };
}

const factsOf = ({ count, hosts, etag }: RedirectsOnWire) => ({ count, hosts, version: etag });

/** The lines that lead to a book or a chapter which is not there. */
async function findUnknown(db: Db, rules: readonly RedirectRule[]): Promise<LineFault[]> {
  const idsOf = (kind: 'book' | 'chapter') => rules.flatMap(({ target: to }) => (to.kind === kind ? [to.id] : []));
  const known = await listThings(db, { bookIds: idsOf('book'), chapterIds: idsOf('chapter') });
  return rules.flatMap(({ line, target: to }) =>
    (to.kind === 'book' || to.kind === 'chapter') && !known.has(to.id) ? [{ line, code: 'not_there' as const }] : [],
  );
}

/** So many faults are told at once. */
const mostFaults = 200;

function refused(faults: readonly LineFault[]): AppError {
  const details = faults
    .slice(0, mostFaults)
    .map(({ line, code }) => ({ path: `line ${line}`, code, message: faultTexts[code] }));
  const [first] = faults;
  return invalidRequest(first ? `Line ${first.line} ${faultTexts[first.code]}` : 'The list is not valid', details);
}
