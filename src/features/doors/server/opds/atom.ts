import { element, empty, wrap, xmlDocument } from '../../../../shared/xml.ts';
import {
  acquisitionRel,
  type CoverFiles,
  type Feed,
  imageRel,
  type Lead,
  opds1Type,
  type Publication,
  searchType,
} from './model.ts';

/** Some apps refuse a prefix that is not declared at the root. */
const namespaces = {
  xmlns: 'http://www.w3.org/2005/Atom',
  'xmlns:dc': 'http://purl.org/dc/terms/',
  'xmlns:opds': 'http://opds-spec.org/2010/catalog',
  'xmlns:opensearch': 'http://a9.com/-/spec/opensearch/1.1/',
  'xmlns:pse': 'http://vaemendis.net/opds-pse/ns',
};

/** A feed as OPDS 1.2, with page streaming 1.2. */
export function writeOpds1(feed: Feed): string {
  const { kind, links, paging } = feed;
  const own = opds1Type(kind);
  const link = (rel: string, href: string | null, type = own) =>
    href === null ? '' : empty('link', { rel, href, type });
  const facets = feed.facets.flatMap((group) =>
    group.links.map(({ title, href, isActive }) =>
      empty('link', {
        ...{ rel: 'http://opds-spec.org/facet', href, type: own, title },
        'opds:facetGroup': group.title,
        'opds:activeFacet': isActive ? 'true' : null,
      }),
    ),
  );
  const parts = [
    element('id', feed.id),
    element('title', feed.title),
    element('updated', feed.updatedAt.toISOString()),
    wrap('author', [element('name', feed.author)]),
    link('self', links.self),
    link('start', links.start, opds1Type('navigation')),
    link('search', links.search, searchType),
    link('first', links.first),
    link('previous', links.previous),
    link('next', links.next),
    ...facets,
    element('opensearch:totalResults', String(paging.total)),
    element('opensearch:itemsPerPage', String(paging.size)),
    element('opensearch:startIndex', String((paging.page - 1) * paging.size + 1)),
    ...feed.entries.map((entry) => (entry.kind === 'lead' ? writeLead(entry) : writePublication(entry))),
  ];
  return xmlDocument(wrap('feed', parts, { ...namespaces, 'xml:lang': feed.language }));
}

function writeLead(lead: Lead): string {
  return wrap('entry', [
    ...told(lead),
    ...pictures(lead.covers),
    empty('link', { rel: 'subsection', href: lead.href, type: opds1Type(lead.to) }),
  ]);
}

function writePublication(entry: Publication): string {
  const { stream, page, language } = entry;
  return wrap('entry', [
    ...told(entry),
    entry.author === '' ? '' : wrap('author', [element('name', entry.author)]),
    element('published', entry.publishedAt.toISOString()),
    element('dc:language', language),
    empty('link', { rel: 'alternate', href: page, type: 'text/html' }),
    ...pictures(entry.covers),
    ...entry.acquisitions.map(({ way, href, type, title = null }) =>
      empty('link', { rel: acquisitionRel[way], href, type, title }),
    ),
    stream
      ? empty('link', {
          rel: 'http://vaemendis.net/opds-pse/stream',
          ...{ href: stream.template, type: 'image/jpeg' },
          'pse:count': stream.count,
          'pse:lastRead': stream.lastRead?.page ?? null,
          'pse:lastReadDate': stream.lastRead?.at.toISOString() ?? null,
        })
      : '',
  ]);
}

function told({ id, title, updatedAt, summary }: Lead | Publication): string[] {
  return [
    element('id', id),
    element('title', title),
    element('updated', updatedAt.toISOString()),
    summary === '' ? '' : element('content', summary, { type: 'text' }),
  ];
}

function pictures(covers: CoverFiles | null): string[] {
  if (covers === null) return [];
  return (['large', 'small'] as const).map((size) =>
    empty('link', { rel: imageRel[size], href: covers[size].href, type: 'image/jpeg' }),
  );
}

const longestShortName = 16;

/** How to search the catalogue, as an OpenSearch document. */
export function writeOpenSearch({
  site,
  language,
  template,
}: {
  site: string;
  language: string;
  template: string;
}): string {
  return xmlDocument(
    wrap(
      'OpenSearchDescription',
      [
        element('ShortName', [...site].slice(0, longestShortName).join('').trim()),
        element('Description', site),
        element('InputEncoding', 'UTF-8'),
        element('Language', language),
        // Its results lead on to books, yet this is the type that apps look for.
        empty('Url', { type: opds1Type('acquisition'), template }),
      ],
      { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
    ),
  );
}
