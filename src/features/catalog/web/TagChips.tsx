import { displayText } from '../../../shared/text.ts';
import { useApi } from '../../../web/api.tsx';
import { useText } from '../../../web/i18n.tsx';
import { useQuery } from '../../../web/query.ts';
import { Carousel } from '../../../web/ui/Carousel.tsx';
import { Chip } from '../../../web/ui/Chip.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { Skeleton } from '../../../web/ui/Skeleton.tsx';
import { useIsBrowser } from '../../../web/use-is-browser.ts';
import { tagsQuery } from './book-queries.ts';
import styles from './TagChips.module.css';

/** Pixels by which an arrow moves the tags (spec: site.md#book-list); small screens are up to 768 px. */
const tagStep = () => (matchMedia('(max-width: 768px)').matches ? 160 : 240);

/** The tags that are seen at first on a wide screen, and some more. */
const firstSeen = 16;

/** The genres to choose from; a press on the active genre deselects it. */
export function TagChips({ active, onChange }: { active: string; onChange: (tag: string) => void }) {
  const { t, genre } = useText();
  const tags = useQuery(tagsQuery(useApi()));
  const isBrowser = useIsBrowser();
  if (!tags.data && tags.isError) {
    return (
      <Notice action={{ label: t('catalog.retry'), act: () => void tags.refetch() }}>{t('catalog.tagsFailed')}</Notice>
    );
  }
  const known = tags.data?.result ?? [];
  // A tag from the address is shown as active even if no list names it.
  const shown = active === '' || known.includes(active) ? known : [active, ...known];
  if (tags.data && shown.length === 0) return null;
  return (
    <Carousel
      label={t('catalog.tags')}
      backLabel={t('catalog.tagsBack')}
      forwardLabel={t('catalog.tagsForward')}
      step={tagStep}
      className={styles.chips}
    >
      {(isBrowser ? shown : shown.filter((tag, index) => index < firstSeen || tag === active)).map((tag) => (
        <li key={tag}>
          <Chip active={tag === active} onClick={() => onChange(tag === active ? '' : tag)}>
            <bdi>{displayText(genre(tag))}</bdi>
          </Chip>
        </li>
      ))}
      {!tags.data &&
        [96, 128, 88, 144, 104, 120].map((width) => (
          <li key={width}>
            <Skeleton className={styles.skeleton} style={{ inlineSize: width }} />
          </li>
        ))}
    </Carousel>
  );
}
