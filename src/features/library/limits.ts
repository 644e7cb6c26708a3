/** The most books in one call; a browser with more books makes several calls. */
export const mostItems = 100;
/** The most marks of one book, stored or sent. */
export const mostMarks = 500;

/** Rows in a page of what an account keeps; a page shows fewer where some books are hidden. */
export const rowsOfPage = 1000;

/** The most that an account may keep (spec: library.md#limits). */
export const mostFollows = 5000;
export const mostOnShelves = 10_000;
export const mostPlaces = 10_000;
/** Over all books; each book with marks counts as one mark more. */
export const mostMarksOfUser = 20_000;
