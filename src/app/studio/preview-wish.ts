import { studioPaths } from '../../features/studio/pages.ts';
import { defaultLanguage, isLanguage, type Language } from '../../shared/languages.ts';
import { paths } from '../../shared/paths.ts';
import { parseZonedTime } from '../../shared/zoned-time.ts';

/** The readers as whom an editor may look (spec: studio.md#preview). */
export const previewViewers = ['visitor', 'user', 'member', 'expired'] as const;
export type PreviewViewer = (typeof previewViewers)[number];

/** The readers' page that an editor wants to see: as whom, when (null: now), and in which language. */
export interface PreviewWish {
  as: PreviewViewer;
  at: Date | null;
  language: Language;
  /** Path and query of the readers' page. */
  path: string;
  /** The page of the studio from which one came, path and query. */
  from: string;
}

const dayMs = 24 * 60 * 60 * 1000;
const furthestMs = 400 * dayMs;
/** Pages that show only the editor's own data, or that act: a preview does not open them. */
const closed = ['/studio', '/api', paths.profile(), paths.login()];

export function isPreviewViewer(text: string): text is PreviewViewer {
  return previewViewers.some((viewer) => viewer === text);
}

/** Whether a preview may look so far from now. */
export function isPreviewTime(at: Date, now: Date): boolean {
  return Math.abs(at.getTime() - now.getTime()) <= furthestMs;
}

/**
 * Reads the address of a preview; what is not said is a visitor's home page of now, and a time without an offset is by the
 * clocks of the site. Null: it cannot be shown.
 */
export function readPreviewWish(
  search: URLSearchParams,
  { now, timeZone }: { now: Date; timeZone: string },
): PreviewWish | null {
  const as = search.get('as') ?? 'visitor';
  const language = search.get('language') ?? defaultLanguage;
  const moment = search.get('at');
  const at = moment === null ? null : parseZonedTime(moment, timeZone);
  const path = readPath(search.get('path') ?? paths.home());
  if (!isPreviewViewer(as) || !isLanguage(language) || path === null) return null;
  if (moment !== null && (at === null || !isPreviewTime(at, now))) return null;
  return { as, at, language, path, from: readStudioPath(search.get('from')) };
}

/** A page of the studio; its first one for any other text. */
function readStudioPath(text: string | null): string {
  const home = studioPaths.today();
  return text !== null && (text === home || text.startsWith(`${home}/`) || text.startsWith(`${home}?`)) ? text : home;
}

/** A path of this site that a preview may show, in its plain form; null for any other text. */
export function readPath(text: string): string | null {
  const origin = 'http://site.invalid';
  if (!text.startsWith('/') || !URL.canParse(text, origin)) return null;
  const url = new URL(text, origin);
  if (url.origin !== origin) return null;
  const asked = decoded(url.pathname)?.toLowerCase();
  if (asked === undefined) return null;
  const isClosed = closed.some((path) => asked === path || asked.startsWith(`${path}/`));
  return isClosed ? null : url.pathname + url.search;
}

/** As the server reads the path: `/%73tudio` is the studio. */
function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
