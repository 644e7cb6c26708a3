import { createPart, usePart } from '../../../../web/part.ts';

const markPart = createPart(() => import('./OwnMark.tsx').then((module) => module.OwnMark));

/** A chapter's mark; its code loads after the page. */
export function LateMark(chapter: { bookUuid: string; chapterNumber: number }) {
  const { Component: OwnMark } = usePart(markPart);
  return OwnMark && <OwnMark {...chapter} />;
}
