/**
 * What the clients of Komga's API decode, as JSON Schemas: made by hand from the field lists of the clients, since none of
 * them runs here. Komelia is strict: every field must be there, and be null where it may have no value.
 */
type Schema = Record<string, unknown>;

const text: Schema = { type: 'string' };
const number: Schema = { type: 'number' };
const whole: Schema = { type: 'integer' };
const flag: Schema = { type: 'boolean' };
const time: Schema = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$' };
const day: Schema = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' };
const list = (items: Schema): Schema => ({ type: 'array', items });
const texts = list(text);
const oneOf = (...values: string[]): Schema => ({ enum: values });
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
/** An object with all of these fields; further ones are passed over. */
const all = (properties: Record<string, Schema>): Schema => ({
  ...{ type: 'object', properties, required: Object.keys(properties) },
});
const locks = (...names: string[]) => Object.fromEntries(names.map((name) => [`${name}Lock`, flag]));

const author = all({ name: text, role: text });
const link = all({ label: text, url: text });
const status = oneOf('ENDED', 'ONGOING', 'ABANDONED', 'HIATUS');
const direction = oneOf('LEFT_TO_RIGHT', 'RIGHT_TO_LEFT', 'VERTICAL', 'WEBTOON', '');
const sort = all({ sorted: flag, unsorted: flag, empty: flag });

export const pageOf = (content: Schema): Schema =>
  all({
    content: list(content),
    pageable: all({ sort, pageNumber: whole, pageSize: whole, offset: whole, paged: flag, unpaged: flag }),
    ...{ totalElements: whole, totalPages: whole, last: flag, first: flag, number: whole, sort, size: whole },
    ...{ numberOfElements: whole, empty: flag },
  });

const manifest = {
  metadata: all({
    title: text,
    published: day,
    modified: time,
    author: texts,
    readingProgression: oneOf('ltr', 'rtl', 'ttb'),
  }),
  links: list(all({ rel: text, href: text, type: text })),
};

export const komelia = {
  series: all({
    ...{ id: text, libraryId: text, name: text, url: text, deleted: flag, oneshot: flag },
    ...{ booksCount: whole, booksReadCount: whole, booksUnreadCount: whole, booksInProgressCount: whole },
    ...{ created: time, lastModified: time, fileLastModified: time },
    metadata: all({
      ...{ status, title: text, titleSort: text, summary: text, readingDirection: direction, publisher: text },
      ...{ ageRating: orNull(whole), language: text, genres: texts, tags: texts, totalBookCount: orNull(whole) },
      ...{ sharingLabels: texts, links: list(link), alternateTitles: list(all({ label: text, title: text })) },
      ...locks(
        'status',
        'alternateTitles',
        'title',
        'titleSort',
        'summary',
        'readingDirection',
        'publisher',
        'ageRating',
      ),
      ...locks('language', 'genres', 'tags', 'totalBookCount', 'sharingLabels', 'links'),
    }),
    booksMetadata: all({
      ...{ authors: list(author), tags: texts, releaseDate: orNull(day), summary: text, summaryNumber: text },
      ...{ created: time, lastModified: time },
    }),
  }),
  book: all({
    ...{ id: text, seriesId: text, seriesTitle: text, libraryId: text, name: text, url: text, number: whole },
    ...{ created: time, lastModified: time, fileLastModified: time, sizeBytes: whole, size: text },
    ...{ deleted: flag, fileHash: text, oneshot: flag },
    media: all({
      status: oneOf('READY', 'UNKNOWN', 'ERROR', 'UNSUPPORTED', 'OUTDATED'),
      ...{ mediaType: orNull(text), pagesCount: whole, comment: text, epubDivinaCompatible: flag, epubIsKepub: flag },
      mediaProfile: oneOf('DIVINA', 'PDF', 'EPUB'),
    }),
    metadata: all({
      ...{ title: text, summary: text, number: text, numberSort: number, releaseDate: orNull(day) },
      ...{ authors: list(author), tags: texts, isbn: text, links: list(link), created: time, lastModified: time },
      ...locks('title', 'summary', 'number', 'numberSort', 'releaseDate', 'authors', 'tags', 'isbn', 'links'),
    }),
    readProgress: orNull(
      all({
        ...{ page: whole, completed: flag, readDate: time, created: time, lastModified: time },
        ...{ deviceId: text, deviceName: text },
      }),
    ),
  }),
  page: all({
    ...{ number: whole, fileName: text, mediaType: text, width: orNull(whole), height: orNull(whole) },
    ...{ sizeBytes: orNull(whole), size: text },
  }),
  library: all({
    ...{ id: { type: 'string', pattern: '^[^-]+$' }, name: text, root: text },
    ...Object.fromEntries(
      [
        ...['importComicInfoBook', 'importComicInfoSeries', 'importComicInfoCollection', 'importComicInfoReadList'],
        ...['importComicInfoSeriesAppendVolume', 'importEpubBook', 'importEpubSeries', 'importMylarSeries'],
        ...['importLocalArtwork', 'importBarcodeIsbn', 'scanForceModifiedTime', 'scanOnStartup', 'scanCbx', 'scanPdf'],
        ...['scanEpub', 'repairExtensions', 'convertToCbz', 'emptyTrashAfterScan', 'hashFiles', 'hashPages'],
        ...['hashKoreader', 'analyzeDimensions', 'unavailable'],
      ].map((name) => [name, flag]),
    ),
    scanInterval: oneOf('DISABLED', 'HOURLY', 'EVERY_6H', 'EVERY_12H', 'DAILY', 'WEEKLY'),
    seriesCover: oneOf('FIRST', 'FIRST_UNREAD_OR_FIRST', 'FIRST_UNREAD_OR_LAST', 'LAST'),
    ...{ scanDirectoryExclusions: texts, oneshotsDirectory: orNull(text) },
  }),
  user: all({
    ...{ id: text, email: text, roles: texts, sharedAllLibraries: flag, sharedLibrariesIds: texts },
    ...{ labelsAllow: texts, labelsExclude: texts, ageRestriction: { type: 'null' } },
  }),
  positions: all({
    total: whole,
    positions: list(all({ href: text, type: text, locations: all({ position: whole, totalProgression: number }) })),
  }),
  progression: all({
    ...{ modified: time, device: all({ id: text, name: text }) },
    locator: all({ href: text, type: text, locations: all({ position: whole }) }),
  }),
  epubManifest: all({
    ...manifest,
    readingOrder: list(all({ href: text, type: text })),
    resources: list(all({ href: text, type: text })),
    toc: list(all({ href: text, title: text })),
  }),
  manifest: all({
    ...manifest,
    readingOrder: list(
      all({ href: text, type: text, width: whole, height: whole, alternate: list(all({ href: text })) }),
    ),
  }),
};

const tachiyomiCounts = {
  booksCount: whole,
  booksReadCount: whole,
  booksUnreadCount: whole,
  booksInProgressCount: whole,
};
/** What Mihon's tracker asks for. */
export const tracker: Schema = all({ ...tachiyomiCounts, lastReadContinuousNumberSort: number, maxNumberSort: number });
