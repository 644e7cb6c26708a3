import { createPart, usePart } from '../../../../web/part.ts';

const markPart = createPart(() => import('./OwnMark.tsx').then((module) => module.OwnMark));

/** A chapter's mark, loaded when the page is there. */
export function LateMark(chapter: { bookUuid: string; chapterNumber: number }) {
  const { Component: OwnMark } = usePart(markPart);
  return OwnMark && <OwnMark {...chapter} />;
}
