/** The most books that are told of at once; a browser that has more tells several times. */
export const mostItems = 100;
/** The most marks that are kept of one book, and told of it. */
export const mostMarks = 500;

/** Lists of what an account keeps come in pages of so many; a page may show fewer, where books are hidden. */
export const rowsOfPage = 1000;

/** The most that an account may keep (spec: library.md#limits). */
export const mostFollows = 5000;
export const mostPlaces = 10_000;
/** The marks of all books together, and each book with some counts once more. */
export const mostMarksOfUser = 20_000;
