import type { Language } from '../../../../../shared/languages.ts';
import { FindReplace } from './FindReplace.tsx';
import { NewChapter } from './NewChapter.tsx';

/** What can be done with all texts of a novel. */
export function TextActions({ bookId, original }: { bookId: string; original: Language }) {
  return (
    <>
      <FindReplace bookId={bookId} />
      <NewChapter bookId={bookId} original={original} />
    </>
  );
}
