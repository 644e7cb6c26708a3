import { hashOfInline } from '../../server/http/security-headers.ts';
import { tintOfAccent } from '../../shared/accent.ts';
import { directionOf, type Language, languages, languageTags } from '../../shared/languages.ts';
import { facePath, manifestPath } from '../../shared/paths.ts';
import { escapeMarkup } from '../../shared/text.ts';
import type { EarlyFacts } from '../../web/early/facts.ts';
import { themeColors } from '../../web/theme.ts';
import { earlyScript } from '../site/early.ts?early';
import { earlyScript as earlyReaderScript } from '../site/early-reader.ts?early';
import type { PageFiles } from './assets.ts';

const [earlyHash, earlyReaderHash] = [hashOfInline(earlyScript), hashOfInline(earlyReaderScript)];

interface DocumentParts {
  language: Language;
  addressed: boolean;
  /** Whether a chapter is read on this page. */
  isReader: boolean;
  /** The address that visitors are sent to; null: they may stay. */
  guard: string | null;
  /** The page's own tags of the head, as markup. */
  description: string;
  preload: string;
  /** The rendered page, as markup. */
  body: string;
  /** The state from which the browser continues, in JSON safe in a document; null for a page without code. */
  state: string | null;
  files: PageFiles;
  face: Face;
}

/** The looks of a site, as its operator has set them. */
export interface Face {
  /** Null: the product's own. */
  accent: string | null;
  /** The key of the icon's files; null: the product's own. */
  icon: string | null;
  /** The picture of links to pages that have none. */
  social: string;
  /** Changes with what the manifest says. */
  manifestVersion: string | null;
}

export const productsFace: Face = { accent: null, icon: null, social: '/og.png', manifestVersion: null };

/** The HTML document around a rendered page. Parts that are markup have been escaped by the code that made them. */
export function writeDocument(parts: DocumentParts): string {
  const { language, files, face } = parts;
  return `<!doctype html>
<html lang="${languageTags[language]}" dir="${directionOf(language)}"${styleOf(face.accent)}><head><meta charset="utf-8">\
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\
${parts.preload}<style>${files.css}</style>\
${files.styles.map((href) => `<link rel="stylesheet" href="${href}" disabled>`).join('')}\
<meta name="theme-color" media="(prefers-color-scheme: light)" content="${themeColors.light}">\
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${themeColors.dark}">\
${earlyTag(parts)}${parts.description}\
${icons(face)}\
<link rel="manifest" href="${manifestPath(language)}${face.manifestVersion === null ? '' : `?v=${face.manifestVersion}`}">\
<noscript><link rel="stylesheet" href="${files.fonts}"></noscript></head>\
<body><div id="root">${parts.body}</div>\
${parts.state === null ? '' : `<script type="application/json" id="state">${parts.state}</script>`}\
</body></html>
`;
}

function icons({ icon }: Face): string {
  if (icon === null)
    return '<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png">';
  const small = `<link rel="icon" href="${facePath(icon, 'icon-48.png')}" sizes="48x48" type="image/png">`;
  const large = `<link rel="icon" href="${facePath(icon, 'icon-192.png')}" sizes="192x192" type="image/png">`;
  return `${small}${large}<link rel="apple-touch-icon" href="${facePath(icon, 'touch-180.png')}">`;
}

/** The accent in both themes, as tokens.css takes it: paper stands on it by day, ink by night. */
function styleOf(accent: string | null): string {
  if (accent === null) return '';
  return ` style="--own-accent:${accent};--own-on-accent:#faf6ee;--own-shade:#171310;--own-tint:${tintOfAccent(accent)}"`;
}

function earlyTag({ language, addressed, isReader, guard, files, state }: DocumentParts): string {
  const facts: EarlyFacts = {
    language,
    languages: languages.join(' '),
    fonts: files.fonts,
    faces: files.faces.join(' '),
    preload: files.preload.join(' '),
    messages: files.messages,
    ...(state === null ? {} : { entry: files.entry }),
    ...(addressed && { addressed: '' }),
    ...(guard !== null && { guard }),
  };
  const attributes = Object.entries(facts).map(([name, value]) => ` data-${name}="${escapeMarkup(value)}"`);
  return `<script${attributes.join('')}>${isReader ? earlyReaderScript : earlyScript}</script>`;
}

/** The hashes of a page's inline blocks for the policy of security-headers.ts. */
export function inlineHashes({ files, isReader }: Pick<DocumentParts, 'files' | 'isReader'>): {
  scriptHashes: string[];
  styleHashes: string[];
} {
  return { scriptHashes: [isReader ? earlyReaderHash : earlyHash], styleHashes: [hashOfInline(files.css)] };
}
