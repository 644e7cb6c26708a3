import { useText } from '../../../../web/i18n.tsx';
import { ChapterName } from '../chapter/ChapterName.tsx';
import { useReadOn } from '../chapter/use-read-on.ts';
import { useNumbering, usePlace } from '../memory.ts';
import type { Place } from '../places/places.ts';
import { addressOf, type BeginReadingProps, Start, Way } from './Start.tsx';

/** On from where the reader is in the book, for a browser that remembers some. */
export function GoOn(props: BeginReadingProps) {
  useNumbering(props);
  const place = usePlace(props.bookUuid);
  return place ? <FromPlace place={place} first={props.first} /> : <Start {...props} />;
}

/** From the start again where nothing is left. */
function FromPlace({ place, first }: { place: Place; first: BeginReadingProps['first'] }) {
  const { t } = useText();
  const { to, chapter } = useReadOn(place);
  if (chapter !== null) return <Way label={t('library.continue')} to={to} words={<ChapterName {...chapter} />} />;
  const again = first && addressOf(place.bookUuid, first);
  return <Way label={t('library.again')} to={again} words={t('library.upToDate')} />;
}
