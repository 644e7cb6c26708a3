/** Every page address of the site, product.md section 2. */
export const paths = {
  home: () => '/',
  books: () => '/books',
  book: (bookUuid: string) => `/book/chapters/${bookUuid}`,
  chapter: (chapter: { bookUuid: string; chapterUuid: string; number: number }) =>
    `/reader/book/chapter/${chapter.bookUuid}/${chapter.chapterUuid}/${chapter.number}`,
  login: () => '/login',
  register: () => '/register',
  profile: () => '/profile',
  contact: () => '/contact-us',
};

/** The calls' base path, product.md section 7. */
export const apiBase = '/api/v1';
