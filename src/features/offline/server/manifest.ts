import { directionOf, type Language, languageTags } from '../../../shared/languages.ts';
import { facePath, paths } from '../../../shared/paths.ts';

export interface ManifestParts {
  language: Language;
  siteName: string;
  /** The key of the operator's icon; null: the product's own. */
  icon: string | null;
  description: string;
  /** The pages in the icon's menu, beside the start. */
  shortcuts: readonly { name: string; url: string }[];
  /** The paper's colour. */
  color: string;
}

/** The web app manifest in one language: an installed site's name, icons, colours and first page. */
export function writeManifest({ language, siteName, icon, description, shortcuts, color }: ManifestParts): string {
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
    icons: iconsOf(icon),
    shortcuts,
  });
}

function iconsOf(key: string | null) {
  const png = (purpose: 'any' | 'maskable', side: number) => {
    const name = `${purpose === 'any' ? 'icon' : purpose}-${side}.png`;
    return {
      src: key === null ? `/icons/${name}` : facePath(key, name),
      ...{ sizes: `${side}x${side}`, type: 'image/png', purpose },
    };
  };
  const drawing = { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' };
  return [
    ...[png('any', 192), png('any', 512), png('maskable', 192), png('maskable', 512)],
    ...(key === null ? [drawing] : []),
  ];
}
