import type { ComicPage } from '../../contract.ts';
import type { ReadableChapter } from '../chapter/chapter.ts';
import { asChosen } from '../chapter/comic-layout.ts';
import { isSaving } from '../pictures/connection.ts';
import { pageSizes, stripSizes } from '../pictures/sizes.ts';
import { readSettings } from '../settings/settings.ts';

/** Makes a chapter's first images ready before it is opened, unless its reader asks to be sparing. */
export function preloadFirstImages(chapter: ReadableChapter): void {
  if (isSaving()) return;
  const { layout, pages = [] } = asChosen(chapter, readSettings());
  const { widthPercent } = readSettings().comic;
  for (const page of pages.slice(0, 2))
    preloadImage(page, layout === 'pages' ? pageSizes(page) : stripSizes(widthPercent));
}

/** Asks for an image in the same format and width as its chapter will. A `picture` loads even outside the document. */
function preloadImage(page: ComicPage, sizes: string): void {
  const picture = document.createElement('picture');
  for (const { type, srcset } of page.sources) {
    const source = document.createElement('source');
    Object.assign(source, { type, sizes, srcset });
    picture.append(source);
  }
  const image = document.createElement('img');
  picture.append(image);
  image.src = page.src;
}
