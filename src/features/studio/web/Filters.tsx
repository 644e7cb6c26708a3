import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useSearch } from '../../../web/router.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { classes } from '../../../web/ui/classes.ts';
import { type FilePath, type ReadGiven, useStudioCalls } from './calls.ts';
import styles from './Filters.module.css';
import { useSetSearch } from './Pager.tsx';
import { useAttempt } from './problems.ts';
import { useStudioText } from './words.ts';

/** The filters above a list; each stands in the address, so that a list can be sent to a colleague. */
export function Filters({ children }: { children: ReactNode }) {
  const { t, number } = useStudioText();
  const search = useSearch();
  const [isOpen, setOpen] = useState(false);
  const set = filtersIn(search).filter((name) => name !== 'q').length;
  return (
    <search className={classes(styles.filters, isOpen && styles.open)}>
      {children}
      <Button className={styles.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {set > 0 ? t('kit.filtersSet', { count: number(set) }) : t('kit.filters')}
      </Button>
    </search>
  );
}

/** What a list's address says besides its filters. */
const notFilters = new Set([
  ...['page', 'page_size', 'order_by', 'direction', 'view', 'tab', 'group', 'by', 'schedule', 'week', 'when'],
]);

const filtersIn = (search: URLSearchParams): string[] =>
  [...search].flatMap(([name, value]) => (value === '' || notFilters.has(name) ? [] : name));

/** Whether the address leaves out rows of a list, and the way to all of them. */
export interface Filtered {
  isFiltered: boolean;
  clear(): void;
}

/** The filters of the page's address; a page behind the first is one of them, as it may lie behind the last. */
export function useFiltered(): Filtered {
  const search = useSearch();
  const setSearch = useSetSearch();
  const set = filtersIn(search);
  return {
    isFiltered: set.length > 0 || search.has('page'),
    clear: () => setSearch(Object.fromEntries([...set, 'page'].map((name) => [name, null]))),
  };
}

const settleMs = 300;

/** A field that filters while one types. */
export function FindField({
  name = 'q',
  label,
  hint,
  value,
}: {
  name?: string;
  label: string;
  /** What can be found by, in the empty field. */
  hint?: string;
  value: string;
}) {
  const id = useId();
  const setSearch = useSetSearch();
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    // Another part of the page has changed the filter.
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => {
      sent.current = typed.trim();
      setSearch({ [name]: sent.current });
    }, settleMs);
    return () => clearTimeout(timer);
  });
  return (
    <div className={classes(styles.filter, name === 'q' && styles.find)}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="search"
        placeholder={hint}
        className={styles.input}
        value={typed}
        dir="auto"
        data-find=""
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  );
}

export function FilterSelect({
  name,
  label,
  value,
  options,
}: {
  name: string;
  label: string;
  value: string;
  /** The option of an empty value comes first: no filter. */
  options: readonly { value: string; label: string }[];
}) {
  const id = useId();
  const setSearch = useSetSearch();
  return (
    <div className={styles.filter}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={styles.input}
        value={value}
        onChange={(event) => setSearch({ [name]: event.target.value })}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

export function FilterDay({ name, label, value }: { name: string; label: string; value: string }) {
  const id = useId();
  const setSearch = useSetSearch();
  return (
    <div className={styles.filter}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        className={styles.input}
        value={value}
        onChange={(event) => setSearch({ [name]: event.target.value })}
      />
    </div>
  );
}

/** Saves the whole filtered list as a file. */
export function SaveCsv<Path extends FilePath>({ path, given }: { path: Path; given: ReadGiven<Path> }) {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const attempt = useAttempt();
  const [isBusy, setBusy] = useState(false);

  async function save(): Promise<void> {
    setBusy(true);
    await attempt(() => calls.save(path, given)).finally(() => setBusy(false));
  }

  return (
    <Button aria-busy={isBusy} disabled={isBusy} onClick={() => void save()}>
      {t('kit.saveCsv')}
    </Button>
  );
}
