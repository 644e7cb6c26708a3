import { printedName } from '../../../../shared/printed-name.ts';
import { useText } from '../../../../web/i18n.tsx';
import { useReader } from '../chapter/reader.ts';

/** What the chapter's print calls it. A wide space parts it from the book: in Arabic a dot would be one more zero. */
export function PrintedName() {
  const { place } = useReader();
  return <bdi>{`${printedName(useText(), { ...place.printed, number: place.number })}\u2003`}</bdi>;
}
