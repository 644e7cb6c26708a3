/**
 * The JSON Schemas of OPDS 2.0 (opds-community/specs: schema/) and of the parts of Readium's manifests that they name, as far
 * as our feeds have such parts. Unlike the originals they allow nothing else, so that a new field is looked up first.
 */
const link = {
  $id: 'link',
  type: 'object',
  properties: {
    href: { type: 'string', pattern: '^https://' },
    type: { type: 'string', pattern: '^[a-z]+/[a-z0-9.+-]+$' },
    templated: { const: true },
    title: { type: 'string', minLength: 1 },
    rel: { type: 'string', minLength: 1 },
    width: { type: 'integer', exclusiveMinimum: 0 },
    height: { type: 'integer', exclusiveMinimum: 0 },
    alternate: { type: 'array', minItems: 1, items: { $ref: 'link' } },
  },
  required: ['href', 'type'],
  additionalProperties: false,
} as const;

const links = { type: 'array', items: { $ref: 'link' }, uniqueItems: true, minItems: 1 } as const;
const instant = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' } as const;
const text = { type: 'string', minLength: 1 } as const;
const series = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    properties: { name: text, position: { type: 'number' }, links },
    required: ['name'],
    additionalProperties: false,
  },
} as const;

const metadata = {
  '@type': { type: 'string', pattern: '^http://schema\\.org/' },
  conformsTo: { const: 'https://readium.org/webpub-manifest/profiles/divina' },
  identifier: { type: 'string', pattern: '^urn:uuid:' },
  title: text,
  author: text,
  language: { type: 'string', pattern: '^[a-z]{2,3}(-[A-Za-z]{4})?(-[A-Z]{2})?$' },
  modified: instant,
  published: instant,
  description: text,
  numberOfPages: { type: 'integer', exclusiveMinimum: 0 },
  readingProgression: { enum: ['ltr', 'rtl', 'ttb'] },
  belongsTo: { type: 'object', properties: { series }, required: ['series'], additionalProperties: false },
} as const;

const acquisition = {
  type: 'object',
  properties: { rel: { type: 'string', pattern: '^http://opds-spec\\.org/acquisition(/(open-access|subscribe))?$' } },
  required: ['rel'],
} as const;

const publication = {
  $id: 'publication',
  type: 'object',
  properties: {
    metadata: {
      type: 'object',
      properties: metadata,
      required: ['@type', 'identifier', 'title', 'language', 'modified'],
      additionalProperties: false,
    },
    links: { ...links, contains: acquisition },
    images: { ...links, contains: { type: 'object', properties: { type: { const: 'image/jpeg' } } } },
  },
  required: ['metadata', 'links'],
  additionalProperties: false,
} as const;

const self = { type: 'object', properties: { rel: { const: 'self' } }, required: ['rel'] } as const;

const feed = {
  $id: 'feed',
  type: 'object',
  properties: {
    metadata: {
      type: 'object',
      properties: {
        title: text,
        modified: instant,
        itemsPerPage: { type: 'integer', exclusiveMinimum: 0 },
        currentPage: { type: 'integer', exclusiveMinimum: 0 },
        numberOfItems: { type: 'integer', minimum: 0 },
      },
      required: ['title', 'itemsPerPage', 'currentPage', 'numberOfItems'],
      additionalProperties: false,
    },
    links: { ...links, contains: self },
    publications: { type: 'array', items: { $ref: 'publication' }, uniqueItems: true, minItems: 1 },
    navigation: { ...links, items: { allOf: [{ $ref: 'link' }, { type: 'object', required: ['title'] }] } },
    groups: { type: 'array', maxItems: 0 },
    facets: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        properties: {
          metadata: { type: 'object', properties: { title: text }, required: ['title'], additionalProperties: false },
          links: { ...links, minItems: 2 },
        },
        required: ['metadata', 'links'],
        additionalProperties: false,
      },
    },
  },
  required: ['metadata', 'links'],
  additionalProperties: false,
  oneOf: [{ required: ['publications'] }, { required: ['navigation'] }, { required: ['groups'] }],
} as const;

const manifest = {
  $id: 'manifest',
  type: 'object',
  properties: {
    '@context': { const: 'https://readium.org/webpub-manifest/context.jsonld' },
    metadata: {
      type: 'object',
      properties: metadata,
      required: ['conformsTo', 'identifier', 'title', 'numberOfPages', 'readingProgression'],
      additionalProperties: false,
    },
    links: { ...links, contains: self },
    readingOrder: {
      ...links,
      items: { allOf: [{ $ref: 'link' }, { type: 'object', required: ['width', 'height', 'alternate'] }] },
    },
  },
  required: ['@context', 'metadata', 'links', 'readingOrder'],
  additionalProperties: false,
} as const;

export const opdsSchemas = [link, publication, feed, manifest];
