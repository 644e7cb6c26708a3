import { type ReactNode, useId, useState } from 'react';
import { languageNames, languages, languageTags } from '../../../../shared/languages.ts';
import { useApi } from '../../../../web/api.tsx';
import { useText } from '../../../../web/i18n.tsx';
import { useQuery } from '../../../../web/query.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { chipClass } from '../../../../web/ui/Chip.tsx';
import { classes } from '../../../../web/ui/classes.ts';
import type { Facets } from '../../contract.ts';
import { mostCountedTags } from '../../rules.ts';
import { tagsQuery } from '../book-queries.ts';
import styles from './Filters.module.css';
import { GenreChip } from './GenreChip.tsx';
import { isFull, kinds, pressGenre, type SearchSelection, stateOfGenre, statuses } from './search-selection.ts';

interface FiltersProps {
  selection: SearchSelection;
  /** How many books each value leads to; undefined while nobody knows. */
  facets: Facets | undefined;
  onSelect: (change: Partial<SearchSelection>) => void;
}

/** The groups of filters, each value with the number of its books. */
export function Filters({ selection, facets, onSelect }: FiltersProps) {
  const { t } = useText();
  const { status, kind, language, free } = selection;
  return (
    <>
      <Genres selection={selection} facets={facets} onSelect={onSelect} />
      <Group name={t('catalog.filter.status')}>
        {statuses.map((value) => (
          <Choice
            key={value}
            type="checkbox"
            name="status"
            value={value}
            count={facets && countOf(facets.status, value)}
            checked={status.includes(value)}
            onChange={(checked) =>
              onSelect({ status: statuses.filter((each) => (each === value ? checked : status.includes(each))) })
            }
          >
            {t(`catalog.status.${value}`)}
          </Choice>
        ))}
      </Group>
      <Group name={t('catalog.filter.kind')}>
        <Choice type="radio" name="kind" value="" checked={kind === null} onChange={() => onSelect({ kind: null })}>
          {t('catalog.filter.all')}
        </Choice>
        {kinds.map((value) => (
          <Choice
            key={value}
            type="radio"
            name="kind"
            value={value}
            count={facets && countOf(facets.kind, value)}
            checked={kind === value}
            onChange={() => onSelect({ kind: value })}
          >
            {t(`catalog.kinds.${value}`)}
          </Choice>
        ))}
      </Group>
      <Group name={t('catalog.filter.language')}>
        <Choice
          type="radio"
          name="language"
          value=""
          checked={language === null}
          onChange={() => onSelect({ language: null })}
        >
          {t('catalog.filter.all')}
        </Choice>
        {languages.map((value) => (
          <Choice
            key={value}
            type="radio"
            name="language"
            value={value}
            count={facets && countOf(facets.language, value)}
            checked={language === value}
            onChange={() => onSelect({ language: value })}
          >
            <bdi lang={languageTags[value]}>{languageNames[value]}</bdi>
          </Choice>
        ))}
      </Group>
      <Group name={t('catalog.filter.free')} isNameHidden>
        <Choice
          type="checkbox"
          name="free"
          value="true"
          count={facets?.free}
          checked={free}
          onChange={(checked) => onSelect({ free: checked })}
        >
          {t('catalog.filter.free')}
        </Choice>
      </Group>
    </>
  );
}

/** As many as the site's most used genres are offered. */
const mostOffered = 50;

/** The most used genres, always in one order, so that no press moves another one under the finger. */
function Genres({ selection, facets, onSelect }: FiltersProps) {
  const { t } = useText();
  const [showsAll, setShowsAll] = useState(false);
  const known = useQuery(tagsQuery(useApi())).data?.result.slice(0, mostOffered) ?? [];
  const tags = [...new Set([...selection.tags, ...selection.without].filter((tag) => !known.includes(tag))), ...known];
  if (tags.length === 0) return null;
  return (
    <Group name={t('catalog.tags')} isShort={!showsAll}>
      {tags.map((tag) => (
        <GenreChip
          key={tag}
          tag={tag}
          state={stateOfGenre(selection, tag)}
          count={facets && countOfTag(facets.tags, tag)}
          isFull={isFull(selection)}
          onPress={() => onSelect(pressGenre(selection, tag))}
        />
      ))}
      {tags.length > fewGenres && (
        <Button
          variant="quiet"
          className={styles.more}
          aria-expanded={showsAll}
          onClick={() => setShowsAll((shows) => !shows)}
        >
          {t(showsAll ? 'catalog.filter.fewerGenres' : 'catalog.filter.allGenres')}
        </Button>
      )}
    </Group>
  );
}

/** Only the most frequent genres are counted: where there are more, nobody knows the counts of the others. */
function countOfTag(counts: Facets['tags'], tag: string): number | undefined {
  const count = countOf(counts, tag);
  return count === 0 && counts.length >= mostCountedTags ? undefined : count;
}

/** A short group shows so many (Filters.module.css). */
const fewGenres = 16;

/** A count that is not told is none. */
const countOf = (counts: readonly { value: string; count: number }[], value: string) =>
  counts.find((each) => each.value === value)?.count ?? 0;

function Group({
  name,
  isNameHidden = false,
  isShort = false,
  children,
}: {
  name: string;
  isNameHidden?: boolean;
  isShort?: boolean;
  children: ReactNode;
}) {
  return (
    <fieldset className={styles.group}>
      <legend className={isNameHidden ? 'visually-hidden' : styles.name}>{name}</legend>
      <div className={classes(styles.values, isShort && styles.short)}>{children}</div>
    </fieldset>
  );
}

/** A value of a group; the browser's own control, so that a form sends it without code. */
function Choice({
  type,
  name,
  value,
  count,
  checked,
  onChange,
  children,
}: {
  type: 'checkbox' | 'radio';
  name: string;
  value: string;
  count?: number | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}) {
  const { number } = useText();
  const id = useId();
  return (
    <label className={classes(chipClass({ active: checked && value !== '' }), styles.chip)}>
      <input
        type={type}
        name={name}
        value={value}
        checked={checked}
        className="visually-hidden"
        aria-describedby={count === undefined ? undefined : id}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{children}</span>
      {count !== undefined && (
        <span id={id} className={styles.tally} aria-hidden="true">
          {number(count)}
        </span>
      )}
    </label>
  );
}
