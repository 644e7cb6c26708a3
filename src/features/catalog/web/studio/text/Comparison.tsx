import { useMemo } from 'react';
import { type Language, languageTags } from '../../../../../shared/languages.ts';
import styles from './Comparison.module.css';
import { compareTexts } from './differing.ts';

/** Two versions of a text side by side; paragraphs that differ are marked, and long runs of equal ones are left out. */
export function Comparison({
  before,
  after,
  names,
  language,
}: {
  before: string;
  after: string;
  names: { before: string; after: string };
  language: Language;
}) {
  const lines = useMemo(() => compareTexts(before, after), [before, after]);
  const near = new Set(lines.flatMap(({ side }, at) => (side === 'both' ? [] : [at - 1, at, at + 1])));
  const sides = [
    { name: names.before, own: 'old', mark: 'del' },
    { name: names.after, own: 'new', mark: 'ins' },
  ] as const;
  return (
    <div className={styles.sides}>
      {sides.map(({ name, own, mark: Mark }) => (
        <section key={own} className={styles.side} aria-label={name} lang={languageTags[language]} dir="auto">
          <h3 className={styles.name}>{name}</h3>
          {lines.map(({ side, text }, at) => {
            if (side !== own && side !== 'both') return null;
            const key = `${own} ${at}`;
            if (!near.has(at)) return near.has(at - 1) ? <p key={key}>…</p> : null;
            return (
              <p key={key} dir="auto" className={styles.paragraph}>
                {side === own ? <Mark>{text}</Mark> : text}
              </p>
            );
          })}
        </section>
      ))}
    </div>
  );
}
