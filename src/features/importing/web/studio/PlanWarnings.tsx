import { languageNames } from '../../../../shared/languages.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import type { ImportWarning } from '../../studio-contract.ts';
import styles from './Plan.module.css';

/** What is remarkable about a thing of a plan, a line each. */
export function Warnings({ warnings }: { warnings: readonly ImportWarning[] }) {
  const { t } = useStudioText();
  return warnings.map(({ code, message, with: other }) => (
    <span key={`${code} ${other}`} className={styles.warning} title={message}>
      {t(`imports.codes.${code}`, { with: other === null ? '' : nameOfLanguage(other) })}
    </span>
  ));
}

/** The name of a language of the site; another text is itself. */
export function nameOfLanguage(code: string): string {
  return code in languageNames ? languageNames[code as keyof typeof languageNames] : code; // just looked up
}
