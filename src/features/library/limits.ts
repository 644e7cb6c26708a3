/** The most books that are told of at once; a browser that has more tells several times. */
export const mostItems = 100;
/** The most marks that are kept of one book, and told of it. */
export const mostMarks = 500;
