import {
  acquisitionRel,
  type CoverFiles,
  divinaType,
  type Feed,
  type Lead,
  opds2Type,
  type Publication,
} from './model.ts';

/** A feed as OPDS 2.0. */
export function writeOpds2(feed: Feed): string {
  const { links, paging } = feed;
  const link = (rel: string, href: string | null) => (href === null ? [] : [{ rel, href, type: opds2Type }]);
  const leads = feed.entries.flatMap((entry) => (entry.kind === 'lead' ? [writeLead(entry)] : []));
  const publications = feed.entries.flatMap((entry) => (entry.kind === 'publication' ? [writePublication(entry)] : []));
  return JSON.stringify({
    metadata: {
      title: feed.title,
      modified: feed.updatedAt.toISOString(),
      numberOfItems: paging.total,
      itemsPerPage: paging.size,
      currentPage: paging.page,
    },
    links: [
      ...link('self', links.self),
      ...link('start', links.start),
      { rel: 'search', href: links.search, type: opds2Type, templated: true },
      ...link('first', links.first),
      ...link('previous', links.previous),
      ...link('next', links.next),
    ],
    ...(leads.length > 0 && { navigation: leads }),
    ...(publications.length > 0 && { publications }),
    // A feed has one of the collections, and of these this one alone may be empty.
    ...(feed.entries.length === 0 && { groups: [] }),
    ...(feed.facets.length > 0 && {
      facets: feed.facets.map((group) => ({
        metadata: { title: group.title },
        links: group.links.map(({ title, href, isActive }) => ({
          ...{ href, type: opds2Type, title },
          ...(isActive && { rel: 'self' }),
        })),
      })),
    }),
  });
}

function writeLead({ href, title }: Lead) {
  return { rel: 'subsection', href, type: opds2Type, title };
}

function writePublication(entry: Publication) {
  const { series, stream, covers } = entry;
  const way = entry.acquisitions[0]?.way ?? 'acquisition';
  return {
    metadata: {
      '@type': entry.isComic ? 'http://schema.org/ComicIssue' : 'http://schema.org/Book',
      identifier: entry.id,
      title: entry.title,
      ...(entry.author !== '' && { author: entry.author }),
      language: entry.language,
      modified: entry.updatedAt.toISOString(),
      published: entry.publishedAt.toISOString(),
      ...(entry.summary !== '' && { description: entry.summary }),
      ...(series && {
        belongsTo: {
          series: [{ name: series.title, position: series.position, links: [{ href: series.href, type: opds2Type }] }],
        },
      }),
    },
    links: [
      ...(stream ? [{ rel: acquisitionRel[way], href: stream.manifest, type: divinaType }] : []),
      ...entry.acquisitions.map(({ way, ...link }) => ({ rel: acquisitionRel[way], ...link })),
      { rel: 'alternate', href: entry.page, type: 'text/html' },
    ],
    ...(covers && { images: imagesOf(covers) }),
  };
}

/** An empty list would break apps, so that only what has pictures has one; of a narrow cover both are one file. */
export function imagesOf({ large, small }: CoverFiles) {
  return (large.href === small.href ? [large] : [large, small]).map(({ href, width, height }) => ({
    href,
    type: 'image/jpeg',
    width,
    height,
  }));
}
