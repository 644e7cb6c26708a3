import type { Language } from '../../../../shared/languages.ts';

/** The words of the doors in one language. */
export interface DoorText {
  t(
    key:
      | 'catalog.chapterNumber'
      | 'catalog.seasonChapter'
      | 'catalog.filter.all'
      | 'catalog.filter.kind'
      | 'catalog.filter.language'
      | 'catalog.filter.status'
      | 'catalog.kinds.comic'
      | 'catalog.kinds.novel'
      | 'catalog.rows.popular'
      | 'catalog.searchTitle'
      | 'catalog.status.finished'
      | 'catalog.status.hiatus'
      | 'catalog.status.ongoing'
      | 'doors.feeds.chapters'
      | 'doors.feeds.languages'
      | 'doors.feeds.newest'
      | 'doors.feeds.signIn'
      | 'doors.feeds.statuses'
      | 'doors.feeds.tags'
      | 'doors.feeds.updated'
      | 'doors.key'
      | 'doors.licence'
      | 'doors.readOn'
      | 'doors.signInText'
      | 'doors.userName'
      | 'library.atom.ofBook'
      | 'library.continue'
      | 'library.shelf.following'
      | 'library.shelf.to_read'
      | 'reading.membersOnly',
    params?: Record<string, string | number>,
  ): string;
}

export type TextIn = (language: Language) => DoorText;
