import { directionOf, type Language, languageTags } from '../../../shared/languages.ts';
import { paths } from '../../../shared/paths.ts';

export interface ManifestParts {
  language: Language;
  siteName: string;
  description: string;
  /** The pages in the icon's menu, beside the start. */
  shortcuts: readonly { name: string; url: string }[];
  /** The paper's colour. */
  color: string;
}

/** The web app manifest in one language: an installed site's name, icons, colours and first page. */
export function writeManifest({ language, siteName, description, shortcuts, color }: ManifestParts): string {
  return JSON.stringify({
    id: '/',
    name: siteName,
    short_name: siteName,
    description,
    lang: languageTags[language],
    dir: directionOf(language),
    start_url: paths.home(),
    scope: '/',
    display: 'standalone',
    theme_color: color,
    background_color: color,
    categories: ['books', 'entertainment'],
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
    shortcuts,
  });
}
