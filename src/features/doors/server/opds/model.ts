/** A feed of a catalogue, before it is written as OPDS 1.2 or 2.0. All texts are ready to be read. */
export interface Feed {
  /** A feed of entries that lead on, or of publications. */
  kind: 'navigation' | 'acquisition';
  /** Kept for ever. */
  id: string;
  /** BCP 47. */
  language: string;
  title: string;
  updatedAt: Date;
  /** The name of the site. */
  author: string;
  links: { self: string; start: string; search: string; first: string; next: string | null; previous: string | null };
  /** `page` counts from 1. */
  paging: { total: number; size: number; page: number };
  facets: readonly FacetGroup[];
  entries: readonly (Lead | Publication)[];
}

export interface FacetGroup {
  title: string;
  links: readonly { title: string; href: string; isActive: boolean }[];
}

/** A public picture as JPEG. */
export interface CoverFile {
  href: string;
  width: number;
  height: number;
}

export interface CoverFiles {
  large: CoverFile;
  small: CoverFile;
}

/** What is told of a thing, whichever it is. */
interface Told {
  id: string;
  title: string;
  updatedAt: Date;
  summary: string;
  covers: CoverFiles | null;
}

/** An entry that leads to another feed. It names no author: apps take an entry that does for something to read. */
export interface Lead extends Told {
  kind: 'lead';
  href: string;
  to: Feed['kind'];
}

/** Something to read. */
export interface Publication extends Told {
  kind: 'publication';
  /** Empty: nobody is named. */
  author: string;
  /** BCP 47. */
  language: string;
  publishedAt: Date;
  isComic: boolean;
  /** Its page on the site. */
  page: string;
  series: { title: string; position: number; href: string } | null;
  acquisitions: readonly Acquisition[];
  /** Its pictures one by one; null: it has none, or may not be read. */
  stream: Stream | null;
}

export interface Acquisition {
  way: 'open-access' | 'acquisition' | 'subscribe';
  href: string;
  type: string;
  title?: string;
}

export interface Stream {
  /** With {pageNumber}, from 0, and {maxWidth}. */
  template: string;
  count: number;
  manifest: string;
  /** The page where its reader is, from 1. */
  lastRead: { page: number; at: Date } | null;
}

/** The address of each way to get a publication. */
export const acquisitionRel = {
  'open-access': 'http://opds-spec.org/acquisition/open-access',
  acquisition: 'http://opds-spec.org/acquisition',
  subscribe: 'http://opds-spec.org/acquisition/subscribe',
} as const;

export const imageRel = { large: 'http://opds-spec.org/image', small: 'http://opds-spec.org/image/thumbnail' } as const;

export const divinaType = 'application/divina+json';
export const opds2Type = 'application/opds+json';
export const searchType = 'application/opensearchdescription+xml';

export function opds1Type(kind: Feed['kind']): string {
  return `application/atom+xml;profile=opds-catalog;kind=${kind}`;
}
