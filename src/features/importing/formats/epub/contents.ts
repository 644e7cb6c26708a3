import { type Place, resolvePlace } from '../../text/paths.ts';
import { allOf, childrenOf, readXml, wordsOf, type XmlElement } from '../../text/xml-tree.ts';

/** An entry of a table of contents; an entry without a place is only a heading over others. */
export type TocEntry = { label: string; place: Place | null; children: TocEntry[] };

/** EPUB 3's navigation document: its table of contents, and the places that its landmarks name. */
export function readNav(
  source: string,
  path: string,
): { entries: TocEntry[]; landmarks: { type: string; place: Place }[] } {
  const root = readXml(source);
  const navs = allOf(root, 'nav');
  const typed = (type: string) => navs.find((nav) => typesOf(nav).includes(type));
  const toc = typed('toc') ?? navs.find((nav) => typesOf(nav).length === 0) ?? (navs.length === 0 ? root : undefined);
  const list = toc && allOf(toc, 'ol')[0];
  const landmarks = typed('landmarks');
  return {
    entries: list ? entriesOf(list, path) : [],
    landmarks: (landmarks ? allOf(landmarks, 'a') : []).flatMap((link) => {
      const place = resolvePlace(path, link.attributes.get('href') ?? '');
      return place ? typesOf(link).map((type) => ({ type, place })) : [];
    }),
  };
}

function typesOf(element: XmlElement): string[] {
  return (element.attributes.get('epub:type') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
}

function entriesOf(list: XmlElement, path: string): TocEntry[] {
  return childrenOf(list, 'li').map((item) => {
    const below = childrenOf(item, 'ol')[0];
    const head = { ...item, children: item.children.filter((child) => child !== below) };
    const link = allOf(head, 'a').find((each) => each.attributes.has('href'));
    return {
      label: wordsOf(link ?? head),
      place: link ? resolvePlace(path, link.attributes.get('href') ?? '') : null,
      children: below ? entriesOf(below, path) : [],
    };
  });
}

/** EPUB 2's table of contents. */
export function readNcx(source: string, path: string): TocEntry[] {
  const map = allOf(readXml(source), 'navmap')[0];
  return map ? pointsOf(map, path) : [];
}

function pointsOf(parent: XmlElement, path: string): TocEntry[] {
  return childrenOf(parent, 'navpoint').map((point) => {
    const label = childrenOf(point, 'navlabel')[0];
    const src = childrenOf(point, 'content')[0]?.attributes.get('src');
    return {
      label: label ? wordsOf(label) : '',
      place: src ? resolvePlace(path, src) : null,
      children: pointsOf(point, path),
    };
  });
}
