import { useId, useState } from 'react';
import { Field } from '../../../../web/ui/Field.tsx';
import { BookField } from '../../../catalog/web/studio/BookField.tsx';
import { useStudioQuery } from '../../../studio/web/calls.ts';
import { Facts, Loaded, Section } from '../../../studio/web/Page.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import styles from './WhatIf.module.css';

/** How many readings of the last 30 days would have met a lock under other rules of a book. */
export function WhatIf() {
  const { t } = useStudioText();
  const [book, setBook] = useState<string | null>(null);
  const [free, setFree] = useState('');
  const [early, setEarly] = useState('');
  return (
    <Section title={t('whatIf.title')}>
      <p>{t('whatIf.text')}</p>
      <div className={styles.fields}>
        <div>
          <BookField onChoose={setBook} />
        </div>
        <Whole label={t('whatIf.free')} hint={t('whatIf.asNow')} value={free} onChange={setFree} />
        <Whole label={t('whatIf.early')} hint={t('whatIf.asNow')} value={early} onChange={setEarly} />
      </div>
      {book && <Answer book={book} free={free} early={early} />}
    </Section>
  );
}

function Whole({
  label,
  hint,
  value,
  onChange,
}: {
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <Field
      id={id}
      label={label}
      hint={hint}
      inputMode="numeric"
      value={value}
      onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, 6))}
    />
  );
}

function Answer({ book, free, early }: { book: string; free: string; early: string }) {
  const { t, number } = useStudioText();
  const asked = useStudioQuery('/studio/books/:uuid/what_if', {
    params: { uuid: book },
    query: { free_chapters: free || undefined, early_access_days: early || undefined },
  });
  return (
    <Loaded asked={asked}>
      {({ data: { result } }) => (
        <div role="status">
          <p className={styles.point}>
            {t('whatIf.point', {
              count: result.visits,
              visits: result.visits,
              now: result.locked_now,
              proposed: result.locked_proposed,
            })}
          </p>
          <Facts
            facts={[
              [t('whatIf.lockedNow'), number(result.locked_now)],
              [t('whatIf.lockedProposed'), number(result.locked_proposed)],
              [t('whatIf.members'), number(result.members)],
            ]}
          />
        </div>
      )}
    </Loaded>
  );
}
