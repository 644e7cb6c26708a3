import { Fragment } from 'react';
import { documentPath } from '../shared/paths.ts';
import { ApiError } from './api-client.ts';
import styles from './ConsentBox.module.css';
import { useText } from './i18n.tsx';
import { Link } from './router.tsx';

/** The versions of the documents that a reader agrees to. */
export type Agreed = { terms?: number | undefined; privacy?: number | undefined };

/** The versions that a call was refused for; null: it was refused for something else. */
export function lackingIn(error: unknown): Agreed | null {
  if (!(error instanceof ApiError) || error.code !== 'consent_needed') return null;
  return error.body.documents as Agreed; // the server gives them with this code
}

/** A box by which a reader agrees to the documents of the site; it is never ticked before. */
export function ConsentBox({
  documents,
  isAgreed,
  onChange,
}: {
  documents: Agreed;
  isAgreed: boolean;
  onChange: (isAgreed: boolean) => void;
}) {
  const { t } = useText();
  const names = (['terms', 'privacy'] as const).filter((name) => documents[name] !== undefined);
  if (names.length === 0) return null;
  const words =
    names.length === 1
      ? t('documents.agreeToOne', { document: '{0}' })
      : t('documents.agree', { terms: '{0}', privacy: '{1}' });
  return (
    <label className={styles.consent}>
      <input type="checkbox" checked={isAgreed} onChange={({ target }) => onChange(target.checked)} />
      <span>
        {words.split(/\{(\d)\}/).map((part, at) => {
          const name = at % 2 === 1 ? names[Number(part)] : undefined;
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their places
          if (!name) return <Fragment key={at}>{part}</Fragment>;
          return (
            // A form keeps what was typed: the document opens beside it.
            <Link key={name} to={documentPath(name)} target="_blank">
              {t(`documents.kinds.${name}`)}
            </Link>
          );
        })}
      </span>
    </label>
  );
}
