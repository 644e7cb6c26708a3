import { defaultLanguage } from '../../../shared/languages.ts';
import { ApiError } from '../../../web/api-client.ts';
import { useText } from '../../../web/i18n.tsx';
import { useStudioText } from './words.ts';

/** The faults of a form: by the field's name, and those of no field it has. */
export interface Faults {
  fields: Readonly<Record<string, string>>;
  text: string | null;
}

export const noFaults: Faults = { fields: {}, text: null };

/** Puts a failed call in words: of the studio, of the site, or the server's own. */
export function useProblems(): {
  textOf(error: unknown): string;
  faultsOf(error: unknown, fields?: readonly string[]): Faults;
} {
  const studio = useStudioText();
  const site = useText();

  const isEnglish = site.language === defaultLanguage;
  const wordsOf = (code: string) => studio.errorText(code) ?? site.errorText(code);

  function textOf(error: unknown): string {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 0) return studio.t('kit.noAnswer');
    const detail = error.body.details?.[0];
    const words = (error.code === 'invalid_request' ? null : error.code) && wordsOf(error.code ?? '');
    if (words) return words;
    // The server explains wrong fields in English only.
    if (error.status === 400) return (isEnglish && detail?.message) || studio.t('kit.wrongValue');
    return (isEnglish && error.body.error) || studio.t('kit.failed');
  }

  function faultsOf(error: unknown, fields: readonly string[] = []): Faults {
    if (!(error instanceof ApiError)) throw error;
    const told = error.body.details ?? [];
    const ofFields = told.filter(({ path }) => fields.includes(path));
    if (ofFields.length === 0) return { fields: {}, text: textOf(error) };
    return {
      fields: Object.fromEntries(
        ofFields.map(({ path, code, message }) => [
          path,
          wordsOf(code) ?? (isEnglish ? message : studio.t('kit.wrongValue')),
        ]),
      ),
      text: null,
    };
  }

  return { textOf, faultsOf };
}
