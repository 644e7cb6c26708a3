import { defaultLanguage } from '../../../shared/languages.ts';
import { ApiError } from '../../../web/api-client.ts';
import { useText } from '../../../web/i18n.tsx';
import { showToast } from '../../../web/ui/toasts.ts';
import { useStudioText } from './words.ts';

/** The faults of a form: by the field's name, and those of no field it has. */
export interface Faults {
  fields: Readonly<Record<string, string>>;
  text: string | null;
}

export const noFaults: Faults = { fields: {}, text: null };

interface InTheWay {
  place: number;
  title: string;
  published_at: string | null;
}

/** The chapter that keeps others from their place or date: of those that a refusal names, the one that opens last. */
function lastToOpen({ body }: ApiError): InTheWay | undefined {
  const conflicts = (body.conflicts ?? []) as readonly InTheWay[]; // the form of every refusal that has the field
  const moments = conflicts.map(({ published_at: at }) => at ?? '~');
  return conflicts[moments.indexOf(moments.toSorted().at(-1) ?? '')];
}

const ofSchema = /^(Too (small|big)|Invalid|Unrecognized)\b/;

/** Puts a failed call in words: of the studio, of the site, or the server's own. */
export function useProblems(): {
  textOf(error: unknown): string;
  faultsOf(error: unknown, fields?: readonly string[]): Faults;
} {
  const studio = useStudioText();
  const site = useText();

  const isEnglish = site.language === defaultLanguage;
  const wordsOf = (code: string) => studio.errorText(code) ?? site.errorText(code);

  /** What the server explains, which it does in English only; what its schemas say of themselves is for programs. */
  const toldIn = (message: string | undefined) => (isEnglish && message && !ofSchema.test(message) ? message : null);

  function textOf(error: unknown): string {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 0) return studio.t('kit.noAnswer');
    const detail = error.body.details?.[0];
    const inTheWay = error.code === 'publish_out_of_order' ? lastToOpen(error) : undefined;
    if (inTheWay) return studio.t('publishing.conflict', { place: inTheWay.place, title: inTheWay.title });
    const words = (error.code === 'invalid_request' ? null : error.code) && wordsOf(error.code ?? '');
    if (words) return words;
    if (error.status === 400) return toldIn(detail?.message) ?? studio.t('kit.wrongValue');
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
          wordsOf(code) ?? toldIn(message) ?? studio.t('kit.wrongValue'),
        ]),
      ),
      text: null,
    };
  }

  return { textOf, faultsOf };
}

/** Does what a press wants, and says what was in its way. */
export function useAttempt(): (act: () => Promise<unknown>) => Promise<void> {
  const { textOf } = useProblems();
  return async (act) => {
    try {
      await act();
    } catch (error) {
      showToast({ text: textOf(error) });
    }
  };
}
