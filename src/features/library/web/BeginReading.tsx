import { lazy, Suspense } from 'react';
import { lateOr } from './late.ts';
import { type BeginReadingProps, Start } from './Start.tsx';
import { useRemembers } from './use-remembers.ts';

const GoOn = lazy(() => lateOr(() => import('./GoOn.tsx').then((module) => module.GoOn), Start));

/** The way into a book, by the chapter's name: its first one, or where this reader is. */
export function BeginReading(props: BeginReadingProps) {
  const start = <Start {...props} />;
  if (!useRemembers()) return start;
  return (
    <Suspense fallback={start}>
      <GoOn {...props} />
    </Suspense>
  );
}
