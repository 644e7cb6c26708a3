import { createPart, usePart } from '../../../../web/part.ts';
import { useRemembers } from '../use-remembers.ts';
import { type BeginReadingProps, Start } from './Start.tsx';

const goOnPart = createPart(() => import('./GoOn.tsx').then((module) => module.GoOn));

/** The way into a book, by the chapter's name: its first one, or where this reader is. */
export function BeginReading(props: BeginReadingProps) {
  const remembers = useRemembers();
  const { Component: GoOn } = usePart(goOnPart, { isWanted: remembers });
  return remembers && GoOn ? <GoOn {...props} /> : <Start {...props} />;
}
