import { type ClipboardEvent, type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { directionOf, type Language, languageTags } from '../../../../../shared/languages.ts';
import { Button } from '../../../../../web/ui/Button.tsx';
import { Field } from '../../../../../web/ui/Field.tsx';
import { useStudioText } from '../../../../studio/web/words.ts';
import styles from './MarkdownField.module.css';
import { type Edit, editOf, type Mark, marksOfNovels, placesOf } from './marks.ts';
import { markdownOfHtml, markdownOfWords } from './paste-html.ts';

/** How each button looks: the sign that it writes. */
const signs: Readonly<Record<Mark, string>> = {
  strong: 'B',
  em: 'I',
  heading: 'H',
  quote: '❝',
  list: '•',
  rule: '―',
  link: '↗',
  ruby: '{|}',
  note: '[1]',
};

const mostTyped = 50_000;

/** Makes an edit as if it were typed, so that the browser can undo it. */
function apply(area: HTMLTextAreaElement, { from, to, words, select }: Edit, onChange: (text: string) => void): void {
  area.focus();
  area.setSelectionRange(from, to);
  // The only way that keeps the field's own undo. A browser without it writes the words directly, and so does this for a
  // whole book: typing it would take a browser minutes.
  const isTyped = words.length <= mostTyped && document.execCommand?.('insertText', false, words);
  if (!isTyped) {
    area.setRangeText(words, from, to, 'end');
    onChange(area.value);
  }
  area.setSelectionRange(select.from, select.to);
}

/** A text as Markdown: a field with buttons for its marks, clean pasting, find and replace. */
export function MarkdownField({
  label,
  value,
  language,
  error,
  onChange,
  area,
  marks = marksOfNovels,
  onSave,
}: {
  label: string;
  value: string;
  language: Language;
  error?: string | null | undefined;
  onChange: (text: string) => void;
  area: RefObject<HTMLTextAreaElement | null>;
  /** The buttons of the toolbar, in their order. */
  marks?: readonly Mark[];
  /** Ctrl+S. */
  onSave?: () => void;
}) {
  const { t } = useStudioText();
  const id = useId();
  const [isFinding, setFinding] = useState(false);

  function mark(name: Mark): void {
    const field = area.current;
    if (!field) return;
    const { value: text, selectionStart: from, selectionEnd: to } = field;
    apply(field, editOf(name, { text, from, to }), onChange);
  }

  function press(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === 'b') mark('strong');
    else if (key === 'i') mark('em');
    else if (key === 'f') setFinding(true);
    else if (key === 's' && onSave) onSave();
    else return;
    event.preventDefault();
  }

  function paste(event: ClipboardEvent<HTMLTextAreaElement>): void {
    const html = event.clipboardData.getData('text/html');
    const plain = event.clipboardData.getData('text/plain');
    const words = (html === '' ? markdownOfWords(plain) : markdownOfHtml(html)).trimEnd();
    if (words === '' || words === plain) return;
    event.preventDefault();
    const { selectionStart: from, selectionEnd: to } = event.currentTarget;
    const end = from + words.length;
    apply(event.currentTarget, { from, to, words, select: { from: end, to: end } }, onChange);
  }

  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div role="toolbar" aria-label={t('text.toolbar')} aria-controls={id} className={styles.toolbar}>
        {marks.map((name) => (
          <button
            key={name}
            type="button"
            className={styles.button}
            data-mark={name}
            aria-label={t(`text.marks.${name}`)}
            title={t(`text.marks.${name}`)}
            onClick={() => mark(name)}
          >
            {signs[name]}
          </button>
        ))}
        <button
          type="button"
          className={styles.button}
          aria-expanded={isFinding}
          onClick={() => setFinding(!isFinding)}
        >
          {t('text.find')}
        </button>
      </div>
      {isFinding && <FindBar value={value} area={area} onChange={onChange} onClose={() => setFinding(false)} />}
      <textarea
        ref={area}
        id={id}
        className={styles.area}
        lang={languageTags[language]}
        // Not `auto`: of a megabyte that is pasted, Chromium looks for it four seconds long.
        dir={directionOf(language)}
        spellCheck
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={press}
        onPaste={paste}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

function FindBar({
  value,
  area,
  onChange,
  onClose,
}: {
  value: string;
  area: RefObject<HTMLTextAreaElement | null>;
  onChange: (text: string) => void;
  onClose: () => void;
}) {
  const { t } = useStudioText();
  const [find, setFind] = useState('');
  const [replace, setReplace] = useState('');
  const places = placesOf(value, find);

  function next(): void {
    const field = area.current;
    const at = places.find((place) => place >= (field?.selectionEnd ?? 0)) ?? places[0];
    if (!field || at === undefined) return;
    field.focus();
    field.setSelectionRange(at, at + find.length);
    // A field shows its selection only once something is typed; where it stands is near enough.
    field.scrollTop = (field.scrollHeight * at) / Math.max(1, value.length) - field.clientHeight / 2;
  }

  function replaceOne(): void {
    const field = area.current;
    if (!field) return;
    const { selectionStart: from, selectionEnd: to } = field;
    const isHit = places.includes(from) && to - from === find.length;
    const end = from + replace.length;
    if (isHit) apply(field, { from, to, words: replace, select: { from: end, to: end } }, onChange);
    else next();
  }

  function replaceAll(): void {
    const field = area.current;
    if (!field || places.length === 0) return;
    let words = '';
    let at = 0;
    for (const place of places) {
      words += value.slice(at, place) + replace;
      at = place + find.length;
    }
    words += value.slice(at);
    apply(field, { from: 0, to: value.length, words, select: { from: 0, to: 0 } }, onChange);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes the bar from each of its fields
    <div
      className={styles.find}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        onClose();
        area.current?.focus();
      }}
    >
      <Field
        label={t('text.find')}
        value={find}
        dir="auto"
        autoFocus
        onChange={(event) => setFind(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          next();
        }}
      />
      <Field
        label={t('text.replaceWith')}
        value={replace}
        dir="auto"
        onChange={(event) => setReplace(event.target.value)}
      />
      <p role="status" className={styles.found}>
        {find !== '' && t('text.found', { count: places.length })}
      </p>
      <div className={styles.actions}>
        <Button onClick={next}>{t('text.next')}</Button>
        <Button onClick={replaceOne}>{t('text.replace')}</Button>
        <Button onClick={replaceAll}>{t('text.replaceAll')}</Button>
      </div>
    </div>
  );
}
