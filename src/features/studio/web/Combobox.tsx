import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useText } from '../../../web/i18n.tsx';
import type { QueryResult } from '../../../web/query.ts';
import { classes } from '../../../web/ui/classes.ts';
import { Field } from '../../../web/ui/Field.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useSettled } from '../../../web/use-settled.ts';
import styles from './Combobox.module.css';
import type { Answered, Listed } from './calls.ts';
import { useProblems } from './problems.ts';
import { useStudioText } from './words.ts';

/** A thing that can be chosen. */
export interface Choice {
  value: string;
  /** Its name, which stands in the field once it is chosen. */
  label: string;
  /** How it looks in the list. */
  shown: ReactNode;
}

/**
 * A field that finds things while one types, and takes one of them. It is a combobox with a list: the focus stays in
 * the field; arrows, Home and End move through the list, Enter takes, Escape closes. In a form its value is that of the
 * chosen thing, or empty.
 */
export function Combobox<Row>({
  name,
  label,
  hint,
  error,
  useList,
  isOffered = () => true,
  choiceOf,
  onChoose,
}: {
  name: string;
  label: string;
  hint?: string | undefined;
  error?: string | null | undefined;
  /** The studio's list of what fits a text. Empty text: what one may choose without typing. Null: asks nothing. */
  useList: (text: string | null) => QueryResult<Answered<Listed<Row>>>;
  /** Whether one may choose it; by default all. */
  isOffered?: ((row: Row) => boolean) | undefined;
  choiceOf: (row: Row) => Choice;
  onChoose?: ((value: string | null) => void) | undefined;
}) {
  const { t } = useStudioText();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Choice | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState<string | null>(null);
  const wanted = chosen ? '' : typed.trim();
  const asked = useSettled(wanted, 200);
  const found = useFound(useList(isOpen ? asked : null));
  const choices = found.rows?.filter(isOffered).map(choiceOf) ?? [];
  const at = choices.findIndex(({ value }) => value === active);
  // By default the first row is active, but only a row that answers the text typed now.
  const isOfTyped = wanted !== '' && asked === wanted && !found.isOlder;
  const current = choices[at] ?? (isOfTyped ? choices[0] : undefined);
  const optionId = (value: string) => `${id}-${value}`;

  function choose(choice: Choice | null): void {
    setChosen(choice);
    onChoose?.(choice?.value ?? null);
  }

  function take(choice: Choice): void {
    choose(choice);
    setTyped(choice.label);
    close();
  }

  function close(): void {
    setOpen(false);
    setActive(null);
  }

  function leave(): void {
    close();
    // A typed text without a choice is cleared.
    if (!chosen) setTyped('');
  }

  function onKeyDown(event: KeyboardEvent): void {
    // 229: as Safari tells of the Enter that ends a composition.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const step = stepOf(event.key, { isOpen, count: choices.length, at: current ? choices.indexOf(current) : -1 });
    if (step === null) return;
    // Neither the form nor the dialog around it hears of a key that the list has used.
    event.preventDefault();
    if (step === 'open') setOpen(true);
    else if (step === 'close') close();
    else if (step === 'take') {
      if (current) take(current);
    } else setActive(choices[step]?.value ?? null);
  }

  return (
    <div className={styles.part}>
      <Field
        id={id}
        label={label}
        hint={hint}
        error={error}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && current ? optionId(current.value) : undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        dir="auto"
        placeholder={t('picker.type')}
        value={typed}
        onClick={() => setOpen(true)}
        onBlur={leave}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(null);
          setOpen(true);
          if (chosen) choose(null);
        }}
      />
      <input type="hidden" name={name} value={chosen?.value ?? ''} />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        className={classes(styles.list, !isOpen && styles.closed)}
      >
        {isOpen &&
          choices.map((choice) => (
            <Option
              key={choice.value}
              id={optionId(choice.value)}
              isActive={choice === current}
              isChosen={choice.value === chosen?.value}
              onTake={() => take(choice)}
            >
              {choice.shown}
            </Option>
          ))}
      </div>
      {isOpen && <Told found={found} count={choices.length} />}
    </div>
  );
}

type Step = number | 'open' | 'close' | 'take' | null;

/** What a key does; a number is the place in the list to move to, null: it is not for the list. */
function stepOf(key: string, { isOpen, count, at }: { isOpen: boolean; count: number; at: number }): Step {
  if (!isOpen) return key === 'ArrowDown' || key === 'ArrowUp' ? 'open' : null;
  if (key === 'Escape') return 'close';
  if (key === 'Enter') return 'take';
  if (count === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return at <= 0 ? count - 1 : at - 1;
  // Without a place in the list they move in the text.
  if (key === 'Home' && at >= 0) return 0;
  if (key === 'End' && at >= 0) return count - 1;
  return null;
}

function Option({
  id,
  isActive,
  isChosen,
  onTake,
  children,
}: {
  id: string;
  isActive: boolean;
  isChosen: boolean;
  onTake: () => void;
  children: ReactNode;
}) {
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
    <div
      ref={option}
      id={id}
      role="option"
      aria-selected={isChosen}
      className={classes(styles.option, isActive && styles.active)}
      // A press does not take the focus from the field.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTake}
    >
      {children}
    </div>
  );
}

/** Says how many things there are, and of a list that cannot be asked why, with a way to try again. */
function Told({ found, count }: { found: Found<unknown>; count: number }) {
  const { t } = useStudioText();
  const site = useText();
  const { textOf } = useProblems();
  if (found.isError)
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: a press on the button does not close the list
      <div onMouseDown={(event) => event.preventDefault()}>
        <Notice action={{ label: site.t('app.retry'), act: () => void found.refetch() }}>{textOf(found.error)}</Notice>
      </div>
    );
  const words = count === 0 ? t('kit.noResults') : t('picker.found', { count });
  return (
    <p role="status" className={count === 0 ? styles.told : 'visually-hidden'}>
      {found.rows === null ? t('picker.searching') : words}
    </p>
  );
}

interface Found<Row> {
  /** Null: the first rows are not there yet. */
  rows: readonly Row[] | null;
  /** The rows answer the text typed before. */
  isOlder: boolean;
  isError: boolean;
  error: unknown;
  refetch: () => Promise<unknown>;
}

/** The rows of a list; while a newer text is asked, those of the one before stay. */
function useFound<Row>({ data, isError, error, refetch }: QueryResult<Answered<Listed<Row>>>): Found<Row> {
  const [last, setLast] = useState<readonly Row[] | null>(null);
  const rows = data?.data.result ?? null;
  if (rows !== null && rows !== last) setLast(rows);
  return { rows: rows ?? last, isOlder: rows === null, isError: isError && rows === null, error, refetch };
}
